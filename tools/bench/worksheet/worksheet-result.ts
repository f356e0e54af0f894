import { percentile, summarise } from '../measure/statistics.ts';
import type { BenchResult } from '../report/bench-report.ts';
import { fill, words } from '../report/words.ts';
import type { LongHistory } from './measure-history.ts';
import type { OpenMemory } from './measure-memory.ts';
import type { Openings } from './measure-open.ts';
import type { Signings } from './measure-signing.ts';
import type { Typing } from './measure-typing.ts';

export interface WorksheetFigures {
  readonly sizes: Readonly<Record<'items' | 'open' | 'writers' | 'perSecond' | 'events', number>>;
  readonly memory: OpenMemory;
  readonly openings: Openings;
  readonly typing: Typing;
  readonly signings: Signings;
  readonly history: LongHistory;
}

/** All figures, and the bars that they must meet. */
export function worksheetResult(figures: WorksheetFigures): BenchResult {
  const { sizes, memory, openings, typing, signings, history } = figures;
  const { series, counts, bars, notes } = words.worksheet;
  const [open, relayOpen] = [summarise(openings.opened), summarise(openings.relay)];
  const [typed, relayTyped] = [summarise(typing.seen), summarise(typing.relay)];
  const [signed, inserted] = [summarise(signings.seen), summarise(signings.insert)];
  const page = summarise(history.page);
  const [near, anywhere] = [summarise(history.near), summarise(history.anywhere)];
  const slowerStep = Math.max(near.p95, anywhere.p95);
  return {
    bench: 'worksheet',
    notes: [fill(notes.sizes, sizes)],
    series: [
      { name: 'open', label: series.open, summary: open },
      { name: 'relay_open', label: series.relayOpen, summary: relayOpen },
      { name: 'typed_seen', label: series.typed, summary: typed },
      { name: 'relay_typed_seen', label: series.relayTyped, summary: relayTyped },
      { name: 'signed_seen', label: series.signed, summary: signed },
      { name: 'signed_answered', label: series.answered, summary: summarise(signings.answered) },
      { name: 'floor_insert', label: series.insert, summary: inserted },
      { name: 'history_page', label: series.page, summary: page },
      { name: 'history_filtered', label: series.filtered, summary: summarise(history.filtered) },
      { name: 'floor_page', label: series.pageFloor, summary: summarise(history.pageFloor) },
      { name: 'slider_near', label: series.near, summary: near },
      { name: 'slider_anywhere', label: series.anywhere, summary: anywhere },
      { name: 'floor_snapshot', label: series.snapshot, summary: summarise(history.snapshot) },
    ],
    counts: [
      { name: 'open_texts_mb', label: counts.open, value: percentile(memory.taken, 50) },
      { name: 'open_texts_most_mb', label: counts.openMost, value: Math.max(...memory.taken) },
      { name: 'server_before_mb', label: counts.before, value: percentile(memory.before, 50) },
      { name: 'typing_core_percent', label: counts.core, value: typing.usage.core },
      { name: 'slider_first_ms', label: counts.first, value: history.first },
    ],
    figures: {
      open_p95_of_relay: open.p95 / relayOpen.p95,
      typed_p50_of_relay: typed.p50 / relayTyped.p50,
      typed_p95_of_relay: typed.p95 / relayTyped.p95,
      signed_p50_of_insert: signed.p50 / inserted.p50,
      slider_near_kb: percentile(history.nearBytes, 50) / 1_024,
      slider_anywhere_kb: percentile(history.anywhereBytes, 50) / 1_024,
    },
    bars: [
      { name: 'open_p95_ms', label: bars.open, value: open.p95, bar: 150 },
      { name: 'typed_seen_p95_ms', label: bars.typed, value: typed.p95, bar: 60 },
      { name: 'signed_seen_p95_ms', label: bars.signed, value: signed.p95, bar: 50 },
      { name: 'history_page_p95_ms', label: bars.page, value: page.p95, bar: 100 },
      { name: 'slider_p95_ms', label: bars.slider, value: slowerStep, bar: 250 },
    ],
  };
}
