import { openBrowser } from './browser/open-plan.ts';
import { sized } from './measure/sized.ts';
import { runProduct } from './product/run-product.ts';
import { signIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { measureStartup } from './startup/measure-startup.ts';
import { startBarePage } from './startup/start-bare-page.ts';
import { startupResult } from './startup/startup-result.ts';
import { makeLargeAudit } from './tree/large-audit.ts';

const SIZES = sized({ small: 70, large: 10_000 }, { small: 70, large: 200 });
const ROUNDS = sized(9, 1);

/** Measures how much longer a plan takes to open than a page with the same libraries and nothing else. */
async function startup(run: BenchRun): Promise<BenchResult> {
  const { url } = await runProduct(run);
  const [manager, leader] = await Promise.all([
    signIn(url, 'claudia.restrepo'),
    signIn(url, 'andres.murcia'),
  ]);
  const bareUrl = await startBarePage(run);
  const planOf = async (name: string, items: number) => {
    const { audit, session } = await makeLargeAudit(run, { url, manager, leader, name, items });
    await session.close();
    return { auditId: audit.id, items };
  };
  const plans = {
    small: await planOf('Árbol pequeño', SIZES.small),
    large: await planOf('Árbol grande', SIZES.large),
  };
  const browser = await openBrowser(run);
  const options = { url, person: leader, bareUrl, plans };
  // The first pages include the start of Chromium itself.
  await measureStartup(browser, { ...options, rounds: 1 });
  return startupResult(SIZES, await measureStartup(browser, { ...options, rounds: ROUNDS }));
}

await runBench(startup);
