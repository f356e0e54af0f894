import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import type { StepProgrammeSet } from '@cotejo/worksheets-contracts';

/** A programme with its place in the audit. */
export interface ProgrammeChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly version: number;
  readonly programme: StepProgrammeSet['data'];
}

/** Writes `step_programme`: each step's last programme of the batch, in one statement. */
export async function writeStepProgrammes(
  changes: readonly ProgrammeChange[],
  tx: ProjectionTransaction,
): Promise<void> {
  if (changes.length === 0) return;
  const last = new Map(changes.map((change) => [`${change.audit}/${change.programme.id}`, change]));
  const list = [...last.values()];
  await tx.query(
    `insert into ${tx.schema}.step_programme (account_id, audit_id, item_id, version, objective, instructions)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::jsonb[], $6::jsonb[])
     on conflict (account_id, audit_id, item_id) do update set
       version = excluded.version, objective = excluded.objective, instructions = excluded.instructions`,
    [
      list.map(({ account }) => account),
      list.map(({ audit }) => audit),
      list.map(({ programme }) => programme.id),
      list.map(({ version }) => version),
      list.map(({ programme: { objective } }) => objective && JSON.stringify(objective)),
      list.map(({ programme: { instructions } }) => JSON.stringify(instructions)),
    ],
  );
}
