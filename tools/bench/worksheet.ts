import { openFsyncedInsert } from './floors/fsynced-insert.ts';
import { INSPECTABLE, inspectMemory } from './measure/inspect-memory.ts';
import { createPace, seededRandom } from './measure/pace.ts';
import { runProduct } from './product/run-product.ts';
import { signIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { makeLargeAudit } from './tree/large-audit.ts';
import { measureHistory } from './worksheet/measure-history.ts';
import { measureMemory } from './worksheet/measure-memory.ts';
import { measureOpenings } from './worksheet/measure-open.ts';
import { measureSigning } from './worksheet/measure-signing.ts';
import { measureTyping } from './worksheet/measure-typing.ts';
import { writeTypicalTexts } from './worksheet/text-rooms.ts';
import { worksheetResult } from './worksheet/worksheet-result.ts';
import { sized } from './measure/sized.ts';

const SIZES = sized(
  { items: 10_000, open: 160, writers: 20, perSecond: 100, events: 100_000 },
  { items: 200, open: 6, writers: 2, perSecond: 10, events: 1_000 },
);
const OPENINGS = sized({ warmUp: 20, rounds: 100 }, { warmUp: 1, rounds: 3 });
const TYPING = sized({ seconds: 6, turns: 2 }, { seconds: 1, turns: 1 });
const SIGNED = sized({ warmUp: 10, measured: 60 }, { warmUp: 1, measured: 3 });
const LONG = { items: SIZES.items, reads: sized(40, 3) };

/** Measures worksheets of a large audit: opened, edited concurrently, signed, and read as of the past. */
async function worksheet(run: BenchRun): Promise<BenchResult> {
  const product = await runProduct(run, INSPECTABLE);
  const { url, pid, database } = product;
  const [manager, leader] = await Promise.all([
    signIn(url, 'claudia.restrepo'),
    signIn(url, 'andres.murcia'),
  ]);
  const random = seededRandom(20_260_601);
  const pace = createPace(random, run.signal);
  const { audit, session, steps } = await makeLargeAudit(run, {
    url,
    manager,
    leader,
    name: 'Hojas de trabajo',
    items: SIZES.items,
  });
  const place = { url, audit: audit.id };
  const worksheets = steps.slice(0, SIZES.open);
  await writeTypicalTexts(run, place, manager, worksheets, random);

  const openings = await measureOpenings(run, {
    place,
    person: leader,
    session,
    items: worksheets,
    random,
    ...OPENINGS,
  });
  const [together] = worksheets.slice(-1);
  if (together === undefined) throw new RangeError('the plan has no steps');
  const typing = await measureTyping(run, {
    place,
    people: [manager, leader],
    item: together,
    pid,
    writers: SIZES.writers,
    perSecond: SIZES.perSecond,
    ...TYPING,
  });
  const signings = await measureSigning(run, {
    url,
    audit,
    session,
    watcher: leader,
    items: worksheets.slice(0, SIGNED.warmUp + SIGNED.measured),
    warmUp: SIGNED.warmUp,
    insert: await openFsyncedInsert(run, database.ownerUrl),
    pace,
  });
  // Before the history is read, some of which stays cached for a while.
  const memory = await measureMemory(
    run,
    place,
    [manager, leader],
    worksheets,
    await inspectMemory(run, product),
  );
  await session.close();
  const history = await measureHistory(run, {
    ownerUrl: database.ownerUrl,
    person: manager,
    events: SIZES.events,
    random,
    ...LONG,
  });
  return worksheetResult({ sizes: SIZES, memory, openings, typing, signings, history });
}

await runBench(worksheet);
