import { API_BASE } from '@cotejo/http/contracts';
import { askSideBySide } from './access/ask-side-by-side.ts';
import { measurePolicy } from './access/measure-policy.ts';
import { measureRevocation } from './access/measure-revocation.ts';
import { startFloor } from './floors/start-floor.ts';
import { usageWhile } from './measure/process-usage.ts';
import { summarise } from './measure/statistics.ts';
import { createAudit } from './product/audit-clients.ts';
import { runProduct } from './product/run-product.ts';
import { signIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { sized } from './measure/sized.ts';

const CONCURRENT = 50;
const WARM_UP = sized(4_000, 100);
const MEASURED = sized(10_000, 200);
const REVOCATIONS = sized(20, 2);

/**
 * Measures the permission policy, the first request of every page, and how soon an ended session is closed everywhere.
 */
async function access(run: BenchRun): Promise<BenchResult> {
  const policy = measurePolicy();
  const product = await runProduct(run);
  const [manager, leader] = [
    await signIn(product.url, 'claudia.restrepo'),
    await signIn(product.url, 'andres.murcia'),
  ];
  const profile = {
    url: `${product.url}${API_BASE}/users/@me/?appVersion=2`,
    headers: { Authorization: `Token ${leader.session.token}` },
    concurrent: CONCURRENT,
  };
  const { body } = await askSideBySide({ ...profile, times: WARM_UP });
  const floor = await startFloor(run, 'bare-http-server.mjs', { body });
  const bare = { url: `http://127.0.0.1:${floor.port}/`, concurrent: CONCURRENT };
  await askSideBySide({ ...bare, times: WARM_UP });

  // Alternating, so that other load on the machine affects both equally.
  const [asked, floored]: [number[], number[]] = [[], []];
  const rates: { profile: number[]; bare: number[] } = { profile: [], bare: [] };
  const usage = await usageWhile(product.pid, async () => {
    for (let turn = 0; turn < 4; turn++) {
      const of = await askSideBySide({ ...profile, times: MEASURED / 4 });
      asked.push(...of.took);
      rates.profile.push(of.perSecond);
      const beside = await askSideBySide({ ...bare, times: MEASURED / 4 });
      floored.push(...beside.took);
      rates.bare.push(beside.perSecond);
    }
  });
  const audit = await createAudit(manager, { name: 'Sesiones que terminan', leader });
  const revoked = await measureRevocation(run, {
    url: product.url,
    username: 'andres.murcia',
    audit,
    rounds: REVOCATIONS,
  });

  const [me, floorMe] = [summarise(asked), summarise(floored)];
  const [refused, feed, room] = [revoked.refused, revoked.feedClosed, revoked.roomClosed].map(summarise);
  if (!refused || !feed || !room) throw new RangeError('nothing was measured');
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const { series, figures, bars, notes } = words.access;
  return {
    bench: 'access',
    notes: [
      fill(notes.sizes, {
        concurrent: CONCURRENT,
        bytes: Buffer.byteLength(body),
        granted: Math.round(policy.granted * 100),
      }),
    ],
    series: [
      { name: 'me', label: series.me, summary: me },
      { name: 'floor_me', label: series.bare, summary: floorMe },
      { name: 'revoked_rest', label: series.refused, summary: refused },
      { name: 'revoked_feed', label: series.feed, summary: feed },
      { name: 'revoked_room', label: series.room, summary: room },
    ],
    counts: [
      { name: 'policy_per_s', label: figures.policy, value: policy.checks },
      { name: 'policy_calls_per_s', label: figures.calls, value: policy.calls },
      { name: 'floor_lookups_per_s', label: figures.lookups, value: policy.lookups },
      { name: 'me_per_s', label: figures.me, value: mean(rates.profile) },
      { name: 'floor_me_per_s', label: figures.bare, value: mean(rates.bare) },
      { name: 'server_mb', label: figures.resident, value: usage.resident },
    ],
    figures: {
      policy_of_lookup: policy.checks / policy.lookups,
      me_p95_of_bare: me.p95 / floorMe.p95,
    },
    bars: [
      { name: 'policy_per_s', label: bars.policy, value: policy.checks, bar: 1_000_000, atLeast: true },
      { name: 'me_p95_ms', label: bars.me, value: me.p95, bar: 15 },
      {
        name: 'revoked_max_ms',
        label: bars.revoked,
        value: Math.max(refused.max, feed.max, room.max),
        bar: 1_000,
      },
    ],
  };
}

await runBench(access);
