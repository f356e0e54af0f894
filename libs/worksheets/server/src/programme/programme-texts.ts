import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { DataSource } from 'typeorm';
import type { TextVault } from '../texts/text-vault.ts';
import { readStepProgramme } from './read-step-programme.ts';

/** Imported texts by field, and the audit version that contains them; -1 if there are none. */
export interface ProgrammeTexts {
  readonly version: number;
  readonly texts: ReadonlyMap<string, string>;
}

export const NO_PROGRAMME: ProgrammeTexts = { version: -1, texts: new Map() };

interface Sources {
  readonly db: Pick<DataSource, 'query'>;
  readonly vault: TextVault;
}

/**
 * Imported texts of a step.
 * @throws AlteredText when a text does not match its seal
 */
export async function programmeTexts(
  { db, vault }: Sources,
  account: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<ProgrammeTexts> {
  const { objetivo, instrucciones, version } = await readStepProgramme(db, vault, account, audit, item);
  const texts: [string, string | null][] = [
    ['objective', objetivo],
    ...instrucciones.map(({ id, texto }): [string, string | null] => [`instruction.${id}.text`, texto]),
  ];
  return {
    version,
    texts: new Map(
      texts.flatMap(([field, text]): [string, string][] => (text === null ? [] : [[field, text]])),
    ),
  };
}
