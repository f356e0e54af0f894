import { auditOfStream } from '@cotejo/audits-contracts';
import type { RecordedEvent } from '@cotejo/event-store';
import type { Projector, ProjectionTransaction } from '@cotejo/projections';
import { stepProgrammeSet, worksheetEvents, type StepProgrammeSet } from '@cotejo/worksheets-contracts';

const WORKSHEETS_PROJECTOR = 'worksheets';

interface Row {
  readonly account: string;
  readonly audit: string;
  readonly version: number;
  readonly programme: StepProgrammeSet['data'];
}

/** Writes `step_programme`: of each step the last programme of the batch, in one statement. */
export const worksheetsProjector: Projector = {
  name: WORKSHEETS_PROJECTOR,
  version: 1,
  tables: ['step_programme'],
  filter: { streamPrefixes: ['audit-'], types: ['StepProgrammeSet'] },
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    const rows = new Map(
      events.map(toRow).map((row): [string, Row] => [`${row.audit}/${row.programme.id}`, row]),
    );
    if (rows.size === 0) return;
    const list = [...rows.values()];
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
  },
};

/** @throws on an event that is not what its type says: its stream is put aside */
function toRow(event: RecordedEvent): Row {
  const { stream, version, data, meta } = worksheetEvents.read(event);
  const audit = auditOfStream(stream);
  const { account } = meta;
  if (audit === null || account === undefined) throw new Error(`${stream} ${version} is of no audit`);
  return { account, audit, version: Number(version), programme: stepProgrammeSet.shape.data.parse(data) };
}
