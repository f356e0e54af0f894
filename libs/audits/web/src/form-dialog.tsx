import { useIsPhone } from '@cotejo/ui';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FormDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Frame of a dialog with a form: the whole screen on a phone; its content begins anew each time. */
export function FormDialog({ opened, onClose, title, children }: FormDialogProps) {
  const { t } = useTranslation('audits-web');
  const phone = useIsPhone();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      size="lg"
      fullScreen={phone}
    >
      {opened && children}
    </Modal>
  );
}
