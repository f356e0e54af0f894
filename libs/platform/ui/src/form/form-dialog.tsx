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
  /** Fields, which know their values by their names. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A call's form in a dialog. It asks before what was typed is given up, and closes once it was sent. */
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
      <LeaveGuard unsaved={form.isDirty && !form.sending} />
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

/** Says that the fields hold what was typed before, with the way to begin anew. */
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
