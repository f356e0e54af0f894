import { auditCalls, auditId, AUDIT_LIST_TOPIC, auditListKey, type AuditId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { createYears, YEARS } from './audits/create-years.ts';
import { measureCheck } from './audits/measure-check.ts';
import { measureList } from './audits/measure-list.ts';
import { openBrowser } from './browser/open-plan.ts';
import { sized } from './measure/sized.ts';
import { summarise } from './measure/statistics.ts';
import { runProduct } from './product/run-product.ts';
import { signIn } from './product/sign-in.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';

const AUDITS = sized(2_000, 20);
/** Items of the audit that is checked before it is closed. */
const ITEMS = sized(10_000, 100);
const ROUNDS = sized(30, 2);

/** Measures the list of audits of an account with many years: the call, the opened list, filters, views and changes. */
async function audits(run: BenchRun): Promise<BenchResult> {
  const product = await runProduct(run);
  const [manager, leader] = [
    await signIn(product.url, 'claudia.restrepo'),
    await signIn(product.url, 'andres.murcia'),
  ];
  await createYears(run, { manager, leader, audits: AUDITS });
  const from = new Date().getFullYear();
  const asked: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    run.signal.throwIfAborted();
    const began = performance.now();
    const rows = await perform(leader.api, auditCalls.list, {
      query: { ano_desde: String(from), con_abiertas: 'true' },
    });
    asked.push(performance.now() - began);
    bytes = Buffer.byteLength(JSON.stringify(rows));
  }
  const screen = await measureList(await openBrowser(run), {
    ...{ run, url: product.url, person: leader, rounds: ROUNDS },
    change: (id, round) => reschedule(auditId.parse(id), round),
  });
  const checked = await measureCheck(run, {
    url: product.url,
    manager,
    leader,
    items: ITEMS,
    rounds: ROUNDS,
  });

  /** Another user changes the last day of an audit, to a day of its own in each round. */
  function reschedule(id: AuditId, round: number) {
    const [month, day] = [Math.floor(round / 28) + 1, (round % 28) + 1].map((part) =>
      String(part).padStart(2, '0'),
    );
    return {
      text: `${day}/${month}/2099`,
      act: () =>
        perform(manager.api, auditCalls.change, {
          ...{ params: { id }, body: { fecha_fin: `2099-${month}-${day}` } },
        }),
    };
  }

  const [call, open, filter, seen] = [asked, screen.opened, screen.filtered, screen.seen].map(summarise);
  const [check, refused] = [checked.checked, checked.refused].map(summarise);
  if (!call || !open || !filter || !seen || !check || !refused) throw new RangeError('nothing was measured');
  const { series, figures, bars, notes } = words.audits;
  const views = Object.entries(screen.views).map(([name, times]) => ({
    name,
    took: summarise(times).p95,
  }));
  const slowestView = Math.max(...views.map(({ took }) => took));
  return {
    bench: 'audits',
    notes: [
      fill(notes.sizes, {
        audits: AUDITS,
        items: ITEMS,
        years: YEARS,
        topic: `${AUDIT_LIST_TOPIC} ${auditListKey('…', { from, to: null, withOpen: true })}`,
      }),
    ],
    series: [
      { name: 'call', label: series.call, summary: call },
      { name: 'open', label: series.open, summary: open },
      { name: 'filter', label: series.filter, summary: filter },
      { name: 'seen', label: series.seen, summary: seen },
      { name: 'check', label: series.check, summary: check },
      { name: 'close_refused', label: series.closeRefused, summary: refused },
    ],
    counts: [
      { name: 'list_kb', label: figures.bytes, value: bytes / 1024 },
      ...views.map(({ name, took }) => ({
        name: `view_${name}_ms`,
        label: fill(figures.view, { view: name }),
        value: took,
      })),
    ],
    bars: [
      { name: 'open_p95_ms', label: bars.open, value: open.p95, bar: 200 },
      { name: 'filter_p95_ms', label: bars.filter, value: filter.p95, bar: 50 },
      { name: 'view_max_ms', label: bars.view, value: slowestView, bar: 300 },
      { name: 'seen_p95_ms', label: bars.seen, value: seen.p95, bar: 100 },
      { name: 'check_p95_ms', label: bars.check, value: check.p95, bar: 300 },
      { name: 'close_refused_p95_ms', label: bars.closeRefused, value: refused.p95, bar: 300 },
    ],
  };
}

await runBench(audits);
