import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../provider/use-is-phone.ts';

export interface DialogFrameProps extends Pick<ModalProps, 'size' | 'returnFocus' | 'closeOnClickOutside'> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Frame of a modal dialog: the whole screen on a phone; its content begins anew each time it opens. */
export function DialogFrame({ opened, children, size = 'lg', ...modal }: DialogFrameProps) {
  const { t } = useTranslation('ui');
  const phone = useIsPhone();
  return (
    <Modal
      {...modal}
      opened={opened}
      size={size}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened && children}
    </Modal>
  );
}
