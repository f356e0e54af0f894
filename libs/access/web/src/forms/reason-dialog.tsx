import { DialogForm } from '@cotejo/ui';
import { useState, type ReactNode } from 'react';
import { REQUESTED, ReasonFields, type Reason } from './reason.tsx';
import { useSending } from './use-sending.ts';

export interface ReasonDialogProps {
  readonly title: string;
  /** Description of the consequences. */
  readonly question: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  /** Performs the change; the dialog closes on success and shows the text of a refusal. */
  readonly run: (reason: Reason) => Promise<void>;
  readonly onClose: () => void;
}

/** Dialog that confirms a change of a user's access and asks for the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const form = useSending();
  const [reason, setReason] = useState<Reason>(REQUESTED);
  return (
    <DialogForm
      title={props.title}
      submit={props.submit}
      {...(props.danger === undefined ? {} : { danger: props.danger })}
      form={form}
      onClose={props.onClose}
      onSubmit={() =>
        void form.send(async () => {
          await props.run(reason);
          props.onClose();
        })
      }
    >
      <div>{props.question}</div>
      <ReasonFields value={reason} onChange={setReason} />
    </DialogForm>
  );
}
