import { FormMessage, useErrorText, useFormFault, useIsPhone } from '@cotejo/ui';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly isSending: boolean;
  readonly failure: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one form: the whole screen on a phone; it stays, with the reason, where it was refused. */
export function FormDialog({
  title,
  submit,
  isSending,
  failure,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const phone = useIsPhone();
  const form = useRef<HTMLFormElement>(null);
  const fault = useFormFault(form);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="md"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        ref={form}
        className={styles.dialogForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">
          {children}
          {failure !== null && (
            <Alert color="red" variant="light" role="alert" className={styles.failure}>
              {words(failure)}
            </Alert>
          )}
          {failure === null && <FormMessage fault={fault} />}
          <Group justify="flex-end" gap="xs" className={styles.dialogButtons}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isSending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
