import { reasonOnWire } from '@cotejo/access-contracts';
import { FormDialog, type FormDialogProps } from '@cotejo/ui/form';
import type { ReactNode } from 'react';
import { REASON_SHAPE, ReasonFormFields, REQUESTED, withReason, type Reason } from './reason.tsx';

export interface ReasonDialogProps extends Pick<FormDialogProps, 'title' | 'submit' | 'danger' | 'onClose'> {
  /** Description of the consequences. */
  readonly question: ReactNode;
  /** Performs the change; the dialog closes on success and shows the text of a refusal. */
  readonly run: (reason: Reason) => Promise<void>;
}

const schema = reasonOnWire.extend(REASON_SHAPE);

/** Dialog that confirms a change of a user's access and asks for the reason. */
export function ReasonDialog({ question, run, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog
      {...dialog}
      schema={schema}
      values={{ ...REQUESTED, motivo_texto: null }}
      draft={null}
      send={(values) => run(withReason(schema.parse(values)))}
    >
      <div>{question}</div>
      <ReasonFormFields />
    </FormDialog>
  );
}
