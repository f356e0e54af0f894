import type { IntentSealer, RawIntent } from '@cotejo/audits-contracts';
import {
  addNote,
  attachmentIntent,
  answerNote,
  reopenNote,
  replyNote,
  setStepProgramme,
  type SealedText,
} from '@cotejo/worksheets-contracts';
import { textSealer, type MayKeep, type TextPlaces } from './seal-texts.ts';
import { GATED_INTENTS, type TextGates } from './text-gates.ts';
import type { TextVault } from './text-vault.ts';

const [addAttachment] = attachmentIntent.options;

/** By kind of intent, for all of this context that carry texts. `mayKeep`: always when absent. */
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
    set_step_programme: sealer({
      schema: setStepProgramme,
      /** The objective first, if there is one. */
      textsOf: ({ objective, instructions }) => [
        ...(objective === null ? [] : [objective]),
        ...instructions.map(({ text }) => text),
      ],
      withSeals: (intent, seals) => {
        const first = intent.objective === null ? 0 : 1;
        return {
          ...intent,
          objective: first === 0 ? null : theOne(seals),
          instructions: intent.instructions.map(({ id }, index) => ({
            id,
            text: theOne(seals.slice(first + index)),
          })),
        };
      },
    }),
    add_attachment: sealer({
      schema: addAttachment,
      textsOf: ({ name }) => [name],
      withSeals: (intent, seals) => ({ ...intent, name: theOne(seals) }),
    }),
    add_note: sealer({
      schema: addNote,
      textsOf: ({ text }) => [text],
      withSeals: (intent, seals) => ({ ...intent, text: theOne(seals) }),
    }),
    reply_note: sealer({
      schema: replyNote,
      textsOf: ({ text }) => [text],
      withSeals: (intent, seals) => ({ ...intent, text: theOne(seals) }),
    }),
    answer_note: sealer({
      schema: answerNote,
      textsOf: ({ text }) => (text === null ? [] : [text]),
      withSeals: (intent, seals) => ({ ...intent, text: intent.text === null ? null : theOne(seals) }),
    }),
    reopen_note: sealer({
      schema: reopenNote,
      textsOf: ({ reason }) => [reason],
      withSeals: (intent, seals) => ({ ...intent, reason: theOne(seals) }),
    }),
  };
}

/** @throws when the vault gave fewer seals than it got texts: nothing may be written then */
function theOne([seal]: readonly SealedText[]): SealedText {
  if (!seal) throw new Error('a text came back from the vault without its seal');
  return seal;
}
