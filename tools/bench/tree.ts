import { openBrowser } from './browser/open-plan.ts';
import { chooseAct } from './main-job/choose-act.ts';
import { createPace, seededRandom } from './measure/pace.ts';
import { runProduct } from './product/run-product.ts';
import { signIn, type SignedIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { makeLargeAudit } from './tree/large-audit.ts';
import { measureEcho } from './tree/measure-echo.ts';
import { measureFirstLoad, type FirstLoad } from './tree/measure-first-load.ts';
import { measureScreens } from './tree/measure-screens.ts';
import { measureServer } from './tree/measure-server.ts';
import { treeResult } from './tree/tree-result.ts';
import { sized } from './measure/sized.ts';

const LARGE = sized(10_000, 200);
/** As many as an import takes. */
const HUGE = sized(20_000, 400);
const ECHOES = sized({ warmUp: 30, acts: 300 }, { warmUp: 1, acts: 5 });
/** Restarts of the server, to measure a first load with nothing in memory. */
const RESTARTS = sized(2, 1);
const CROWD = sized({ clients: 200, perSecond: 100, seconds: 12 }, { clients: 6, perSecond: 10, seconds: 1 });

/** Measures the collaborative tree at the sizes and with the crowds that it is designed for. */
async function tree(run: BenchRun): Promise<BenchResult> {
  const product = await runProduct(run);
  const { url, pid } = product;
  const [manager, leader] = await Promise.all([
    signIn(url, 'claudia.restrepo'),
    signIn(url, 'andres.murcia'),
  ]);
  const random = seededRandom(20_260_301);
  const pace = createPace(random, run.signal);
  const people = { url, manager, leader };
  const large = await makeLargeAudit(run, { ...people, name: 'Árbol grande', items: LARGE });

  const { session, steps } = large;
  const source = { view: session.view, items: steps, people: [manager, leader].map(personOf), random };
  const nextAct = (number: number) => chooseAct({ ...source, view: session.view }, number);
  const echo = await measureEcho({ session, nextAct, pace, ...ECHOES });

  const server = await measureServer(run, {
    room: { url, pid, audit: large.audit, people: [manager, leader] },
    session,
    steps,
    random,
    crowd: CROWD,
  });

  const uncached: FirstLoad[] = [];
  for (let running = product; uncached.length < RESTARTS;) {
    running = await running.restart();
    uncached.push(await measureFirstLoad(url, leader, large.audit.id));
  }

  const huge = await makeLargeAudit(run, { ...people, name: 'Árbol enorme', items: HUGE });
  await huge.session.close();
  const screens = await measureScreens(await openBrowser(run), {
    url,
    person: leader,
    pace,
    large,
    huge,
  });
  return treeResult({ large: LARGE, huge: HUGE, crowd: CROWD, echo, server, uncached, screens });
}

const personOf = ({ principal, session: { user } }: SignedIn) => ({
  id: principal.userId,
  name: `${user.first_name} ${user.last_name}`,
});

await runBench(tree);
