import { DialogForm, useErrorText, type DialogFormProps } from '@cotejo/ui';

interface FormDialogProps extends Pick<
  DialogFormProps,
  'title' | 'submit' | 'onSubmit' | 'onClose' | 'children'
> {
  readonly isSending: boolean;
  readonly failure: Error | null;
}

/** A dialog with one form whose sending a mutation tells of. */
export function FormDialog({ isSending, failure, ...dialog }: FormDialogProps) {
  const words = useErrorText();
  const told = failure === null ? null : words(failure);
  return <DialogForm {...dialog} form={{ sending: isSending, failure: told, refusal: told }} />;
}
