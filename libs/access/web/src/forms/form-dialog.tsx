import { FormMessage, useIsPhone } from '@cotejo/ui';
import { Button, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { Failure } from './failure.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import { useReturnFocus } from './use-return-focus.ts';
import type { Sending } from './use-sending.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly size?: ModalProps['size'];
  readonly form: Sending;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog that is there while it is shown; its button sends it, Esc and the cross leave it. */
export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation('access-web');
  const phone = useIsPhone();
  useReturnFocus();
  const { formRef, fault, look } = useFaultFocus(props.form.refusal);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'md'}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        ref={formRef}
        noValidate
        className={`${layout.stack} ${layout.dialogForm}`}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
          look();
        }}
      >
        {props.children}
        <Failure words={props.form.failure} />
        {props.form.failure === null && <FormMessage fault={fault} />}
        <div className={`${layout.buttons} ${layout.dialogButtons}`}>
          <Button variant="default" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={props.form.sending}
            {...(props.danger === true ? { color: 'red' } : {})}
          >
            {props.submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
