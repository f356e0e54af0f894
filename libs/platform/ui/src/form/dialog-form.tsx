import { Button, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { FormMessage } from '../components/errors/form-message.tsx';
import styles from './dialog-form.module.css';
import { Failure } from './failure.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogFormProps {
  readonly title: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly size?: ModalProps['size'];
  /** State of the form's last submission. */
  readonly form: {
    readonly sending: boolean;
    /** Text of a failure not shown at a field. */
    readonly failure: string | null;
    /** Text of the last refusal, shown at a field or not. */
    readonly refusal: string | null;
  };
  /** Settles after validation and sending. */
  readonly onSubmit: () => void | Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a modal dialog, mounted while shown; its button submits, Esc and the cross cancel. */
export function DialogForm(props: DialogFormProps) {
  const { t } = useTranslation('ui');
  useReturnFocus();
  const { formRef, fault, look } = useFaultFocus(props.form.refusal);
  return (
    <DialogFrame opened onClose={props.onClose} title={props.title} size={props.size ?? 'md'}>
      <form
        ref={formRef}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void Promise.resolve(props.onSubmit()).then(look);
        }}
      >
        {props.children}
        <Failure words={props.form.failure} />
        {props.form.failure === null && <FormMessage fault={fault} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={props.onClose}>
            {t('form.cancel')}
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
    </DialogFrame>
  );
}
