import { useFileZone } from '@cotejo/ui';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { AttachButton } from './attach-button.tsx';
import { useAttachmentsOf } from './attachment-atoms.ts';
import { AttachmentList } from './attachment-list.tsx';
import styles from './attachments.module.css';
import { useUploadsTo } from './uploads-atoms.ts';
import { useAttacher } from './use-attacher.ts';
import { useAttachmentsHere } from './use-attachments-here.ts';

export interface FieldAttachmentsProps {
  /** Name of the field in its worksheet. */
  readonly field: string;
  readonly label: string;
  /** Attaching is disabled for all users. */
  readonly isLocked?: boolean;
}

/** Files of one field and a button to attach more. */
export function FieldAttachments({ field, label, isLocked = false }: FieldAttachmentsProps) {
  const { t } = useTranslation('worksheets-web');
  const { audit, itemId, attached } = useWorksheetHost();
  const all = useAttachmentsOf(itemId);
  const rows = useMemo(() => all.filter(({ fieldId }) => fieldId === field), [all, field]);
  const uploads = useUploadsTo(itemId, field);
  const attacher = useAttacher();
  const { attach } = useAttachmentsHere(audit.id, itemId);
  const own = useRef<HTMLDivElement>(null);
  const take = useCallback(
    (files: readonly File[]) => void attach(files, field).then(attached),
    [attach, attached, field],
  );
  const mayAttach = attacher.mayEdit && !isLocked;
  const isOver = useFileZone(own, mayAttach ? take : null);

  if (!mayAttach && rows.length === 0) return null;
  return (
    <div ref={own} className={styles.ofField} data-over={isOver || undefined}>
      <AttachmentList label={label} rows={rows} uploads={uploads} attacher={attacher} />
      {mayAttach && <AttachButton isSmall label={label} onFiles={take} />}
      {isOver && (
        <p className={styles.dropHere} aria-hidden>
          {t('attachments.drop')}
        </p>
      )}
    </div>
  );
}
