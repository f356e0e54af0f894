// First: what it replaces others hold on to.
import './simulated-chance.fixture.ts';
import { clusterProperty, newTally, MUTANTS } from '@cotejo/audits-domain/simulation';
import fc from 'fast-check';
import { it, vi } from 'vitest';
import { makeBrowsers } from './simulated-browser.fixture.ts';
it('dbg', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  for (const [name, parts] of Object.entries(MUTANTS)) {
    if (process.env['ONLY'] && !name.includes(process.env['ONLY'])) continue;
    const t = performance.now();
    const r = await fc.check(clusterProperty(parts, makeBrowsers), {
      numRuns: Number(process.env['RUNS'] ?? 600),
      seed: 7,
      endOnFailure: true,
    });
    console.log(
      r.failed ? 'caught' : 'SURVIVED',
      name,
      'runs',
      r.numRuns,
      Math.round(performance.now() - t),
      'ms',
      r.errorInstance instanceof Error
        ? r.errorInstance.message.includes('INVARIANT')
          ? r.errorInstance.message.slice(0, 110)
          : r.errorInstance.stack?.slice(0, 700)
        : '',
    );
  }
}, 6_000_000);
