import type { ItemId } from '@cotejo/audits-contracts';
import { openPlan } from './browser/open-plan.ts';
import { openFsyncedInsert } from './floors/fsynced-insert.ts';
import { openSocketRelay } from './floors/socket-relay.ts';
import { chooseAct } from './main-job/choose-act.ts';
import { countItems, fillAudit } from './main-job/fill-audit.ts';
import { measureFrames } from './main-job/measure-frames.ts';
import { measurePaint } from './main-job/measure-paint.ts';
import { createPace, seededRandom } from './measure/pace.ts';
import { summarise } from './measure/statistics.ts';
import { createAudit, openRawClient, openSession } from './product/audit-clients.ts';
import { runProduct } from './product/run-product.ts';
import { signIn, type SignedIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { sized } from './measure/sized.ts';

const ITEMS = sized(1_000, 100);
const WARM_UP = sized(30, 2);
const ACTS = sized(300, 12);
/** Bars: milliseconds until painted; and a multiple of the floor that any live product needs. */
const PAINTED_BAR = 50;
const RECEIVED_BAR = 3;

/** Two users in one audit: how soon one sees the other's changes. */
async function mainJob(run: BenchRun): Promise<BenchResult> {
  const { url, database } = await runProduct(run);
  const [manager, leader] = await Promise.all([
    signIn(url, 'claudia.restrepo'),
    signIn(url, 'andres.murcia'),
  ]);
  const audit = await createAudit(manager, { name: 'Banco de pruebas', leader });
  const acting = await openSession(run, { url, person: manager, audit });
  await fillAudit(acting, ITEMS, run.signal);

  const random = seededRandom(20_260_201);
  const pace = createPace(random, run.signal);
  const people = [manager, leader].map(personOf);
  const actOn = (items: readonly ItemId[], first: number) => (number: number) =>
    chooseAct({ view: acting.view, items, people, random }, first + number);
  const steps = { pace, warmUp: WARM_UP, acts: ACTS };

  const watching = await openRawClient(run, { url, person: leader, audit: audit.id });
  const everything = [...watching.document.getMap('items').keys()] as ItemId[];
  const frames = await measureFrames({
    ...steps,
    acting,
    watching,
    relay: await openSocketRelay(run),
    insert: await openFsyncedInsert(run, database.ownerUrl),
    nextAct: actOn(everything, 0),
  });
  watching.cut();

  const page = await openPlan(run, { url, person: leader, auditId: audit.id });
  const visible = (await page.evaluate(() => window.paintWatch.visibleItems())) as ItemId[];
  const paint = await measurePaint({ ...steps, acting, page, nextAct: actOn(visible, 1_000) });

  const received = summarise(frames.received);
  const relay = summarise(frames.relay);
  const insert = summarise(frames.insert);
  const painted = summarise(paint.painted);
  const { series, notes, bars } = words.mainJob;
  return {
    bench: 'main-job',
    notes: [
      fill(notes.sizes, {
        items: countItems(acting),
        rows: visible.length,
        bytes: Math.round(summarise(frames.bytes).p50),
      }),
      fill(notes.clocks, {
        offset: paint.clocks.offset.toFixed(2),
        uncertainty: paint.clocks.uncertainty.toFixed(2),
      }),
    ],
    series: [
      { name: 'echo', label: series.echo, summary: summarise(frames.echo) },
      { name: 'acknowledged', label: series.acknowledged, summary: summarise(frames.acknowledged) },
      { name: 'received', label: series.received, summary: received },
      { name: 'relay', label: series.relay, summary: relay },
      { name: 'insert', label: series.insert, summary: insert },
      { name: 'browser_received', label: series.browserReceived, summary: summarise(paint.received) },
      { name: 'browser_document', label: series.browserDocument, summary: summarise(paint.inDocument) },
      { name: 'painted', label: series.painted, summary: painted },
    ],
    figures: {
      received_ratio_p50: received.p50 / (relay.p50 + insert.p50),
      received_ratio_p95: received.p95 / (relay.p95 + insert.p95),
    },
    bars: [
      { name: 'painted_p95_ms', label: bars.painted, value: painted.p95, bar: PAINTED_BAR },
      {
        name: 'received_p50_ms',
        label: bars.receivedP50,
        value: received.p50,
        bar: RECEIVED_BAR * (relay.p50 + insert.p50),
      },
      {
        name: 'received_p95_ms',
        label: bars.receivedP95,
        value: received.p95,
        bar: RECEIVED_BAR * (relay.p95 + insert.p95),
      },
    ],
  };
}

const personOf = ({ principal, session: { user } }: SignedIn) => ({
  id: principal.userId,
  name: `${user.first_name} ${user.last_name}`,
});

await runBench(mainJob);
