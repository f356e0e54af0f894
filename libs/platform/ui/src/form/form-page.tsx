import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormMessage } from '../components/errors/form-message.tsx';
import styles from './form-dialog.module.css';
import { Failure } from './failure.tsx';
import { RestoredDraft } from './form-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useCallForm, type CallFormOptions } from './use-call-form.ts';
import { useFaultFocus } from './use-fault-focus.ts';

export interface FormPageProps extends CallFormOptions {
  readonly submit: string;
  /** Fields, identified by name. */
  readonly children: ReactNode;
}

/** A call's form within a page: stays after sending, and asks before the page is left. */
export function FormPage({ submit, children, ...options }: FormPageProps) {
  const form = useCallForm(options);
  const { formRef, fault, look } = useFaultFocus(form.refusal);
  return (
    <FormProvider {...form.methods}>
      <form
        ref={formRef}
        noValidate
        className={styles.page}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit().then(look);
        }}
      >
        <RestoredDraft form={form} />
        {children}
        <Failure words={form.failure} />
        {form.failure === null && <FormMessage fault={fault} />}
        <div className={styles.pageButtons}>
          <Button type="submit" loading={form.sending} disabled={!form.isDirty}>
            {submit}
          </Button>
        </div>
      </form>
      <LeaveGuard unsaved={form.isDirty && !form.sending} isSending={form.isSending} />
    </FormProvider>
  );
}
