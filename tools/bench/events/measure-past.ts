import { auditStream } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import { AuditHistory } from '../../../libs/audits/server/src/history/audit-history.ts';
import { writeLongAudit } from '../../../libs/audits/server/src/history/long-audit.fixture.ts';
import { seededRandom } from '../measure/pace.ts';
import { sized } from '../measure/sized.ts';

const EVENTS = sized(100_000, 2_000);
const ITEMS = sized(3_000, 100);
const READS = sized(60, 3);

export interface Past {
  readonly events: number;
  /** Milliseconds to read the whole stream, and to fold its newest version without a snapshot. */
  readonly read: number;
  readonly withoutSnapshot: number;
  /** Milliseconds for each of several random versions, including the first and the last. */
  readonly withSnapshots: readonly number[];
}

/** Measures past versions of a long audit. */
export async function measurePast(store: EventStore): Promise<Past> {
  const random = seededRandom(20_260_301);
  const { id, events } = await writeLongAudit(store, { events: EVENTS, items: ITEMS, random });
  const model = createAuditModel();
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const read = await timed(async () => {
    let count = 0;
    for await (const { version } of store.read(auditStream(id))) count += version >= 0n ? 1 : 0;
    if (count !== events) throw new Error(`read ${count} of ${events} events`);
  });
  // Spaced so far apart that no snapshot is stored.
  const bare = new AuditHistory({ store, model, snapshotEvery: Number.MAX_SAFE_INTEGER });
  const withoutSnapshot = await timed(() => bare.at(id, 'now'));
  const history = new AuditHistory({ store, model });
  await history.at(id, 'now');
  await history.settled();
  const versions = [0, events - 1, ...Array.from({ length: READS }, () => Math.floor(random() * events))];
  const withSnapshots: number[] = [];
  for (const version of versions) withSnapshots.push(await timed(() => history.at(id, { version })));
  return { events, read, withoutSnapshot, withSnapshots };
}
