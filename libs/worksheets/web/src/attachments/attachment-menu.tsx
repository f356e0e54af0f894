import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  CheckCheck,
  CircleCheck,
  Download,
  Ellipsis,
  Eye,
  RotateCcw,
  Trash2,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AttachmentAct } from './attachment-acts.ts';
import styles from './attachments.module.css';
import { previewOf } from './file-kind.ts';

const ICON: Readonly<Record<AttachmentAct, LucideIcon>> = {
  replace: Upload,
  complete: CircleCheck,
  review: CheckCheck,
  remove: Trash2,
  restore: RotateCcw,
};

interface AttachmentMenuProps {
  readonly file: AttachmentView;
  readonly name: string;
  readonly acts: readonly AttachmentAct[];
  readonly onOpen: () => void;
  readonly onDownload: () => void;
  readonly onAct: (act: AttachmentAct) => void;
}

/** Menu of acts on a file. */
export function AttachmentMenu({ file, name, acts, onOpen, onDownload, onAct }: AttachmentMenuProps) {
  const { t } = useTranslation('worksheets-web');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('attachments.actions', { name })}
          title={t('attachments.actions', { name })}
        >
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {previewOf(file.tipo) !== null && (
          <Menu.Item leftSection={<Eye size={15} aria-hidden />} onClick={onOpen}>
            {t('attachments.act.open')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Download size={15} aria-hidden />} onClick={onDownload}>
          {t('attachments.act.download')}
        </Menu.Item>
        {acts.length > 0 && <Menu.Divider />}
        {acts.map((act) => {
          const Icon = ICON[act];
          return (
            <Menu.Item
              key={act}
              leftSection={<Icon size={15} aria-hidden />}
              {...(act === 'remove' && { className: styles.danger ?? '' })}
              onClick={() => onAct(act)}
            >
              {t(`attachments.act.${act}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
