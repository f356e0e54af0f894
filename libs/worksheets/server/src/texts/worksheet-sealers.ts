import { declareIndependence, type IntentSealer, type RawIntent } from '@cotejo/audits-contracts';
import {
  addNote,
  attachmentIntent,
  answerNote,
  reopenNote,
  replyNote,
  setStepProgramme,
} from '@cotejo/worksheets-contracts';
import { textSealer, type MayKeep, type TextPlaces } from './seal-texts.ts';
import { GATED_INTENTS, type TextGates } from './text-gates.ts';
import type { TextVault } from './text-vault.ts';

const [addAttachment] = attachmentIntent.options;

/** Sealers by kind of intent, for all intents with texts, those of the audit core included. Without `mayKeep` there is no quota. */
export function worksheetSealers(
  vault: TextVault,
  gates: TextGates,
  mayKeep?: MayKeep,
): Readonly<Record<string, IntentSealer>> {
  const sealer = <Intent extends RawIntent>(places: TextPlaces<Intent>): IntentSealer =>
    textSealer(vault, places, mayKeep);
  return {
    ...Object.fromEntries(GATED_INTENTS.map((kind) => [kind, gates.sealer])),
    delete_item: gates.branchSealer,
    change_audit_status: gates.branchSealer,
    set_step_programme: sealer({
      schema: setStepProgramme,
      textsOf: ({ objective, instructions }) => [
        ...(objective === null ? [] : [objective]),
        ...instructions.map(({ text }) => text),
      ],
    }),
    add_attachment: sealer({ schema: addAttachment, textsOf: ({ name }) => [name] }),
    declare_independence: sealer({
      schema: declareIndependence,
      textsOf: ({ threats }) => (threats === null ? [] : [threats]),
    }),
    add_note: sealer({ schema: addNote, textsOf: ({ text }) => [text] }),
    reply_note: sealer({ schema: replyNote, textsOf: ({ text }) => [text] }),
    answer_note: sealer({ schema: answerNote, textsOf: ({ text }) => (text === null ? [] : [text]) }),
    reopen_note: sealer({ schema: reopenNote, textsOf: ({ reason }) => [reason] }),
  };
}
