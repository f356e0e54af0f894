import { Unsealed, type IntentSealer, type RawIntent, SealedWords } from '@cotejo/audits-contracts';
import type { z } from 'zod';
import type { TextVault } from './text-vault.ts';

/** Texts within a kind of intent. */
export interface TextPlaces<Intent> {
  readonly schema: z.ZodType<Intent>;
  /** The intent's texts, in the order in which the rules expect their seals. */
  textsOf(intent: Intent): readonly string[];
}

/** Whether the account's quota allows this many more bytes; asked before anything is stored. */
export type MayKeep = (accountId: string, bytes: number) => Promise<boolean>;

/** Texts of an intent; null for a malformed one. */
type Reading = { readonly texts: readonly string[]; readonly isKept: boolean } | null;

/** Stores the texts of intents in the vault, for a whole batch in one statement. */
export function textSealer<Intent extends RawIntent>(
  vault: TextVault,
  places: TextPlaces<Intent>,
  mayKeep: MayKeep = () => Promise.resolve(true),
): IntentSealer {
  return async (intents, { accountId }) => {
    const readings: Reading[] = [];
    for (const raw of intents) {
      const parsed = places.schema.safeParse(raw);
      const texts = parsed.success ? places.textsOf(parsed.data) : null;
      const bytes = texts ? bytesOf(texts) : 0;
      readings.push(texts && { texts, isKept: bytes === 0 || (await mayKeep(accountId, bytes)) });
    }
    const bodies = readings.flatMap((reading) => (reading?.isKept ? reading.texts : []));
    const seals = [...(await vault.seal(accountId, bodies))];
    return readings.map((reading) => {
      if (!reading) return null;
      if (!reading.isKept) return new Unsealed({ code: 'storage_exceeded' });
      return new SealedWords(seals.splice(0, reading.texts.length));
    });
  };
}

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
