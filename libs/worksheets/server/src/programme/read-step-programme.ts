import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { StepProgrammeView } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import type { TextVault } from '../texts/text-vault.ts';
import type { StepProgrammeEntity } from './step-programme.entity.ts';

type Programme = Pick<StepProgrammeEntity, 'version' | 'objective' | 'instructions'>;

/** Answer for a step without a programme. */
const NOTHING: StepProgrammeView = { objetivo: null, instrucciones: [], version: -1 };

/**
 * The programme of a step with its texts; the caller's right to read is checked before.
 * @throws AlteredText when a text does not match its seal: no page is better than a false one
 */
export async function readStepProgramme(
  db: Pick<DataSource, 'query'>,
  vault: TextVault,
  accountId: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<StepProgrammeView> {
  const [row] = await db.query<Programme[]>(
    `select version, objective, instructions from read.step_programme
      where account_id = $1 and audit_id = $2 and item_id = $3`,
    [accountId, audit, item],
  );
  if (!row) return NOTHING;
  const { version, objective, instructions } = row;
  const seals = [...(objective ? [objective] : []), ...instructions.map(({ text }) => text)];
  const bodies = await vault.open(accountId, seals);
  return {
    objetivo: objective && (bodies.get(objective.ref) ?? null),
    instrucciones: instructions.map(({ id, text }) => ({ id, texto: bodies.get(text.ref) ?? null })),
    version,
  };
}
