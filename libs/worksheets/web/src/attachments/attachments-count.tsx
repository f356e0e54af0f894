import type { ItemId } from '@cotejo/audits-contracts';
import { UnstyledButton } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAttachmentCount } from './attachment-atoms.ts';
import styles from './attachments.module.css';

/** Number of a worksheet's files, beside their tab's title; nothing for none. */
export function AttachmentsCount({ itemId }: { readonly itemId: ItemId }) {
  const { t } = useTranslation('worksheets-web');
  const count = useAttachmentCount(itemId);
  if (count === 0) return null;
  const words = t('attachments.badge', { count });
  return (
    <span className={`num ${styles.count}`} role="img" aria-label={words} title={words}>
      {count}
    </span>
  );
}

export interface AttachmentsBadgeProps {
  readonly itemId: ItemId;
  readonly onOpen: () => void;
}

/** Number of files in an item's tree row; opens the evidence. */
export function AttachmentsBadge({ itemId, onOpen }: AttachmentsBadgeProps) {
  const count = useAttachmentCount(itemId);
  // Most rows have no files: only this check runs for them.
  return count > 0 ? <Badge count={count} onOpen={onOpen} /> : null;
}

function Badge({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const { t } = useTranslation('worksheets-web');
  const words = t('attachments.badge', { count });
  return (
    <UnstyledButton
      className={styles.badge}
      tabIndex={-1}
      aria-label={words}
      title={words}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <Paperclip size={12} aria-hidden />
      <span className="num">{count}</span>
    </UnstyledButton>
  );
}
