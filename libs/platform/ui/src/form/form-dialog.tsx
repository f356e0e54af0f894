import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';
import styles from './form-dialog.module.css';
import { DiscardDialog, LeaveGuard } from './leave-guard.tsx';
import { useCallForm, type CallForm, type CallFormOptions } from './use-call-form.ts';

export interface FormDialogProps
  extends CallFormOptions, Pick<DialogFormProps, 'title' | 'submit' | 'danger' | 'size'> {
  /** Fields, identified by name. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A call's form in a dialog. Asks before discarding input, and closes after sending. */
export function FormDialog({ title, submit, danger, size, children, onClose, ...options }: FormDialogProps) {
  const form = useCallForm({
    ...options,
    send: async (values) => {
      await options.send(values);
      onClose();
    },
  });
  const [isAsking, setAsking] = useState(false);
  return (
    <FormProvider {...form.methods}>
      <DialogForm
        title={title}
        submit={submit}
        {...(danger !== undefined && { danger })}
        {...(size !== undefined && { size })}
        form={form}
        onSubmit={form.submit}
        onClose={() => (form.isDirty ? setAsking(true) : onClose())}
      >
        <RestoredDraft form={form} />
        {children}
      </DialogForm>
      <LeaveGuard unsaved={form.isDirty && !form.sending} isSending={form.isSending} />
      <DiscardDialog
        opened={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          form.discard();
          onClose();
        }}
      />
    </FormProvider>
  );
}

/** Notice that a draft was restored, with a button to discard it. */
export function RestoredDraft({ form }: { readonly form: Pick<CallForm, 'isRestored' | 'discard'> }) {
  const { t } = useTranslation('ui');
  return (
    form.isRestored && (
      <div className={styles.restored} role="status">
        <span>{t('form.restored')}</span>
        <Button variant="subtle" size="compact-xs" onClick={form.discard}>
          {t('form.begin_anew')}
        </Button>
      </div>
    )
  );
}
