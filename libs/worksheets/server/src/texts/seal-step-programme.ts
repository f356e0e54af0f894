import type { IntentSealer, RawIntent } from '@cotejo/audits-contracts';
import {
  setStepProgramme,
  type ProgrammeText,
  type SealedText,
  type SetStepProgramme,
} from '@cotejo/worksheets-contracts';
import type { TextVault } from './text-vault.ts';

/**
 * Puts the texts of `set_step_programme` into the vault, those of a whole batch in one statement. Seals are
 * made here alone: an intent that brings one is emptied, for the rules to refuse, because it could point at
 * a text that its sender may not read.
 */
export function stepProgrammeSealer(vault: TextVault): IntentSealer {
  return async (intents, { accountId }) => {
    const readings = intents.map(plainTextsOf);
    const bodies = readings.flatMap((reading) => (reading.kind === 'plain' ? reading.texts : []));
    const seals = [...(await vault.seal(accountId, bodies))];
    return readings.map((reading, index): RawIntent => {
      const raw = intents[index] as RawIntent;
      if (reading.kind === 'plain') return withSeals(reading.intent, seals.splice(0, reading.texts.length));
      return reading.kind === 'malformed' ? raw : { kind: raw.kind };
    });
  };
}

type Reading =
  | { readonly kind: 'malformed' | 'sealed' }
  | { readonly kind: 'plain'; readonly intent: SetStepProgramme; readonly texts: readonly string[] };

function plainTextsOf(raw: RawIntent): Reading {
  const parsed = setStepProgramme.safeParse(raw);
  if (!parsed.success) return { kind: 'malformed' };
  const texts = textsOf(parsed.data);
  return texts.every(isPlain) ? { kind: 'plain', intent: parsed.data, texts } : { kind: 'sealed' };
}

/** The objective first, if there is one. */
const textsOf = ({ objective, instructions }: SetStepProgramme): readonly ProgrammeText[] => [
  ...(objective === null ? [] : [objective]),
  ...instructions.map(({ text }) => text),
];

const isPlain = (text: ProgrammeText): text is string => typeof text === 'string';

function withSeals(intent: SetStepProgramme, seals: readonly SealedText[]): RawIntent {
  const first = intent.objective === null ? 0 : 1;
  return {
    ...intent,
    objective: first === 0 ? null : (seals[0] ?? null),
    instructions: intent.instructions.map(({ id }, index) => ({ id, text: seals[first + index] })),
  };
}
