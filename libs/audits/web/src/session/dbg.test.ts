// First: what it replaces others hold on to.
import './simulated-chance.fixture.ts';
import { clusterProperty, newTally, productParts } from '@cotejo/audits-domain/simulation';
import fc from 'fast-check';
import { it, vi } from 'vitest';
import { makeBrowsers } from './simulated-browser.fixture.ts';
it('dbg', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const tally = newTally();
  const t = performance.now();
  const c0 = process.cpuUsage();
  const seed = Number(process.env['SEED'] ?? 1);
  const r = await fc.check(clusterProperty(productParts, makeBrowsers, tally), {
    numRuns: Number(process.env['RUNS'] ?? 5),
    seed,
    ...(process.env['FCPATH'] ? { path: process.env['FCPATH'] } : {}),
    endOnFailure: !process.env['SHRINK'],
    ...(process.env['SHRINK'] ? { interruptAfterTimeLimit: 40_000 } : {}),
  });
  console.log(
    'runs',
    r.numRuns,
    'failed',
    r.failed,
    'shrinks',
    r.numShrinks,
    'cpu',
    (process.cpuUsage(c0).user + process.cpuUsage(c0).system) / 1000 / Math.max(1, r.numRuns + r.numShrinks),
    (performance.now() - t) / Math.max(1, r.numRuns + r.numShrinks),
    'ms/run',
  );
  if (r.failed) {
    console.log(r.errorInstance instanceof Error ? r.errorInstance.stack : r.errorInstance);
    const c = r.counterexample?.[0];
    if (c && process.env['SHRINK']) {
      console.log(c.recordType, c.disk, c.seed);
      for (const s of c.steps) console.log(JSON.stringify(s));
    }
  }
  if ((globalThis as any).G)
    console.log(
      Object.entries((globalThis as any).G)
        .sort((a: any, b: any) => b[1] - a[1])
        .map((e) => e.join(' '))
        .join('\n'),
    );
  console.log(JSON.stringify({ ...tally, types: [...tally.types], refusals: [...tally.refusals] }));
}, 600_000);
