import { Unsealed, type IntentSealer, type RawIntent } from '@cotejo/audits-contracts';
import type { SealedText } from '@cotejo/worksheets-contracts';
import type { z } from 'zod';
import type { TextVault } from './text-vault.ts';

/** Where the texts of an intent are. */
export interface TextPlaces<Intent> {
  readonly schema: z.ZodType<Intent>;
  /** The texts that it has, in an order of its own. */
  textsOf(intent: Intent): readonly (string | SealedText)[];
  /** The same with seals in the place of the texts, in that order. */
  withSeals(intent: Intent, seals: readonly SealedText[]): Intent;
}

/** Whether the account may store so many bytes more; told before anything is. */
export type MayKeep = (accountId: string, bytes: number) => Promise<boolean>;

type Reading<Intent> =
  | { readonly kind: 'malformed' | 'sealed' }
  | { readonly kind: 'plain'; readonly intent: Intent; readonly texts: readonly string[] };

/**
 * Puts the texts of intents into the vault, those of a whole batch in one statement. Seals are made here alone:
 * an intent that brings one is emptied, for the rules to refuse, because it could point at a text that its
 * sender may not read.
 */
export function textSealer<Intent extends RawIntent>(
  vault: TextVault,
  places: TextPlaces<Intent>,
  mayKeep: MayKeep = () => Promise.resolve(true),
): IntentSealer {
  return async (intents, { accountId }) => {
    const readings: (Reading<Intent> | { readonly kind: 'unkept' })[] = [];
    for (const raw of intents) {
      const reading = readTexts(raw, places);
      const bytes = reading.kind === 'plain' ? bytesOf(reading.texts) : 0;
      readings.push(bytes === 0 || (await mayKeep(accountId, bytes)) ? reading : { kind: 'unkept' });
    }
    const bodies = readings.flatMap((reading) => (reading.kind === 'plain' ? reading.texts : []));
    const seals = [...(await vault.seal(accountId, bodies))];
    return intents.map((raw, index): RawIntent | Unsealed => {
      const reading = readings[index];
      if (reading?.kind === 'unkept') return new Unsealed({ code: 'storage_exceeded' });
      if (reading?.kind === 'plain')
        return places.withSeals(reading.intent, seals.splice(0, reading.texts.length));
      return reading?.kind === 'sealed' ? { kind: raw.kind } : raw;
    });
  };
}

function readTexts<Intent>(raw: RawIntent, places: TextPlaces<Intent>): Reading<Intent> {
  const parsed = places.schema.safeParse(raw);
  if (!parsed.success) return { kind: 'malformed' };
  const texts = places.textsOf(parsed.data);
  return texts.every(isPlain) ? { kind: 'plain', intent: parsed.data, texts } : { kind: 'sealed' };
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const isPlain = (text: string | SealedText): text is string => typeof text === 'string';
