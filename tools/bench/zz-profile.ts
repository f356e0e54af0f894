import type { ItemId } from '@cotejo/audits-contracts';
import { writeFileSync } from 'node:fs';
import { openPlan } from './browser/open-plan.ts';
import { chooseAct } from './main-job/choose-act.ts';
import { fillAudit } from './main-job/fill-audit.ts';
import { measurePaint } from './main-job/measure-paint.ts';
import { createPace, seededRandom } from './measure/pace.ts';
import { summarise } from './measure/statistics.ts';
import { createAudit, openSession } from './product/audit-clients.ts';
import { runProduct } from './product/run-product.ts';
import { signIn } from './product/sign-in.ts';
import { runBench } from './run-bench.ts';
await runBench(async (run) => {
  const { url } = await runProduct(run);
  const manager = await signIn(url, 'claudia.restrepo');
  const leader = await signIn(url, 'andres.murcia');
  const audit = await createAudit(manager, { name: 'X', leader });
  const acting = await openSession(run, { url, person: manager, audit });
  await fillAudit(acting, 1000, run.signal);
  const random = seededRandom(1);
  const pace = createPace(random, run.signal);
  const page = await openPlan(run, { url, person: leader, auditId: audit.id });
  const visible = (await page.evaluate(() => window.paintWatch.visibleItems())) as ItemId[];
  const people = [manager, leader].map((p) => ({
    id: p.principal.userId,
    name: `${p.session.user.first_name} ${p.session.user.last_name}`,
  }));
  const nextAct = (n: number) => chooseAct({ view: acting.view, items: visible, people, random }, n);
  await measurePaint({ acting, page, nextAct, pace, warmUp: 30, acts: 1 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
  const events: unknown[] = [];
  await cdp.send('Profiler.start');
  const a = await measurePaint({ acting, page, nextAct: (n) => nextAct(n + 100), pace, warmUp: 0, acts: 60 });
  const { profile } = await cdp.send('Profiler.stop');
  writeFileSync('/tmp/bench.cpuprofile', JSON.stringify(profile));
  cdp.on('Tracing.dataCollected', ({ value }) => {
    events.push(...value);
  });
  const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'blink.user_timing',
        'toplevel',
        'v8',
      ],
    },
  } as never);
  const b = await measurePaint({ acting, page, nextAct: (n) => nextAct(n + 200), pace, warmUp: 0, acts: 60 });
  await cdp.send('Tracing.end');
  await done;
  writeFileSync('/tmp/bench.trace.json', JSON.stringify(events));
  return {
    bench: 'profile',
    series: [
      { name: 'profiled', label: 'profiled', summary: summarise(a.painted) },
      { name: 'traced-doc', label: 'traced doc', summary: summarise(b.inDocument) },
      { name: 'traced', label: 'traced', summary: summarise(b.painted) },
    ],
    bars: [],
  };
});
