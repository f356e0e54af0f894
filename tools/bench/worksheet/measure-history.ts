import { auditStream, changeRow, planRowsAnswer, type PlanRowsAnswer } from '@cotejo/audits-contracts';
import { readPlanRows, type PlanThen } from '@cotejo/audits-domain';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@cotejo/database/connections';
import { z } from 'zod';
import { writeLongAudit } from '../../../libs/audits/server/src/history/long-audit.fixture.ts';
import { clock } from '../measure/clock.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface LongHistory {
  /** Milliseconds for the newest page of the log, parsed. */
  readonly page: number[];
  /** Milliseconds for a page filtered by user and kind. */
  readonly filtered: number[];
  /** Floor: milliseconds for the rows of that page, by SQL. */
  readonly pageFloor: number[];
  /** Milliseconds for the first view of the past, which has no snapshots yet and stores them. */
  readonly first: number;
  /** Milliseconds for the plan at another version, assembled: a nearby version, and any. */
  readonly near: number[];
  readonly anywhere: number[];
  /** Characters of JSON received for each of those. */
  readonly nearBytes: number[];
  readonly anywhereBytes: number[];
  /** Floor: milliseconds to read the snapshot that the latter start from, by SQL. */
  readonly snapshot: number[];
}

export interface LongHistoryOptions {
  readonly ownerUrl: string;
  readonly person: SignedIn;
  readonly events: number;
  readonly items: number;
  readonly reads: number;
  readonly random: () => number;
}

const SPREAD = 300;
/** Milliseconds between two checks of the projector's progress. */
const LOOK = 200;

/** Reads an audit with a long history through its change log and its time slider. */
export async function measureHistory(run: BenchRun, options: LongHistoryOptions): Promise<LongHistory> {
  const { ownerUrl, person, events, items, reads, random } = options;
  const store = createPostgresEventStore({ connectionString: ownerUrl });
  const { accountId: account, userId: creator } = person.principal;
  const written = await writeLongAudit(store, { events, items, random, account, creator });
  await store.close();

  const path = `/proyecto/riesgo/auditoria/${written.id}`;
  const rows = z.array(changeRow);
  const page = (filter: Readonly<Record<string, string>> = {}) =>
    person.api.get(`${path}/historial/`, { schema: rows, query: { limite: 50, ...filter } });
  // There may be more events by now: the trash bin is purged in the background.
  await catchUp(run, async () => ((await page())[0]?.version ?? -1) >= written.events - 1);

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = clock();
    await work();
    return clock() - began;
  };
  const sql = createClient({ connectionString: ownerUrl });
  await sql.connect();
  run.atEnd(() => sql.end());
  const travel = traveller(person, path);
  const anyVersion = () => Math.floor(random() * written.events);
  // The server caches versions near the end; the slider then continues from its own version.
  const first = await timed(() => travel.to(written.events - 1));
  const times: LongHistory = {
    first,
    ...{ page: [], filtered: [], pageFloor: [] },
    ...{ near: [], anywhere: [], nearBytes: [], anywhereBytes: [], snapshot: [] },
  };
  for (let read = 0; read < reads; read++) {
    run.signal.throwIfAborted();
    times.page.push(await timed(() => page()));
    times.filtered.push(await timed(() => page({ persona: creator, tipo: 'TreeItemRenamed' })));
    times.pageFloor.push(
      await timed(() =>
        sql.query(
          'select * from read.change where account_id = $1 and audit_id = $2 order by version desc limit 50',
          [account, written.id],
        ),
      ),
    );
    const somewhere = anyVersion();
    times.anywhere.push(await timed(() => travel.to(somewhere)));
    times.anywhereBytes.push(travel.brought());
    const nearby = Math.max(0, somewhere - Math.floor(random() * SPREAD));
    times.near.push(await timed(() => travel.to(nearby)));
    times.nearBytes.push(travel.brought());
    times.snapshot.push(
      await timed(() =>
        sql.query(
          'select * from es.snapshot where stream_id = $1 and version <= $2 order by version desc limit 1',
          [auditStream(written.id), somewhere],
        ),
      ),
    );
  }
  return times;
}

interface Traveller {
  to(version: number): Promise<void>;
  /** Characters of JSON of the last answer. */
  brought(): number;
}

/** Reads a version like the screen: requests the difference to the plan that it holds, and applies it. */
function traveller(person: SignedIn, path: string): Traveller {
  let held: PlanThen | null = null;
  let answer: PlanRowsAnswer | null = null;
  const to = async (version: number) => {
    answer = await person.api.get(`${path}/plan/filas/`, {
      schema: planRowsAnswer,
      query: { version, ...(held && { base: held.version }) },
    });
    held = readPlanRows(answer, held);
  };
  return { to, brought: () => JSON.stringify(answer).length };
}

/** Milliseconds to wait until a hundred thousand events are projected. */
const PATIENCE = 300_000;

async function catchUp(run: BenchRun, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = clock() + PATIENCE;
  // An error means not yet: the audit itself may still be unknown.
  while (!(await isThere().catch(() => false))) {
    run.signal.throwIfAborted();
    if (clock() > deadline) throw new Error('the change log did not come to the end of a long audit');
    await delay(LOOK);
  }
}
