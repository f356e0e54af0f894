import type { IntentSealer } from '@cotejo/audits-contracts';
import {
  addNote,
  answerNote,
  reopenNote,
  replyNote,
  setStepProgramme,
  type SealedText,
} from '@cotejo/worksheets-contracts';
import { textSealer } from './seal-texts.ts';
import type { TextVault } from './text-vault.ts';

/** By kind of intent, for all of this context that carry texts. */
export function worksheetSealers(vault: TextVault): Readonly<Record<string, IntentSealer>> {
  return {
    set_step_programme: textSealer(vault, {
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
    add_note: textSealer(vault, {
      schema: addNote,
      textsOf: ({ text }) => [text],
      withSeals: (intent, seals) => ({ ...intent, text: theOne(seals) }),
    }),
    reply_note: textSealer(vault, {
      schema: replyNote,
      textsOf: ({ text }) => [text],
      withSeals: (intent, seals) => ({ ...intent, text: theOne(seals) }),
    }),
    answer_note: textSealer(vault, {
      schema: answerNote,
      textsOf: ({ text }) => (text === null ? [] : [text]),
      withSeals: (intent, seals) => ({ ...intent, text: intent.text === null ? null : theOne(seals) }),
    }),
    reopen_note: textSealer(vault, {
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
