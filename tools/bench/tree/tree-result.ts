import { summarise, type Summary } from '../measure/statistics.ts';
import type { Bar, BenchResult, Count, Series } from '../report/bench-report.ts';
import { crowdFigures, crowdSeries } from '../report/crowd-report.ts';
import { fill, words } from '../report/words.ts';
import type { FirstLoad } from './measure-first-load.ts';
import type { OpenScreen, ScreenFigures } from './measure-screens.ts';
import type { ServerFigures } from './measure-server.ts';

/** Milliseconds of one frame at sixty frames per second. */
const ONE_FRAME = 16;
const LATE_FRAME = 20;

export interface TreeFigures {
  readonly large: number;
  readonly huge: number;
  readonly crowd: { readonly clients: number; readonly perSecond: number };
  readonly echo: readonly number[];
  readonly server: ServerFigures;
  /** Loads of a document that the server had to read from its store first. */
  readonly uncached: readonly FirstLoad[];
  readonly screens: ScreenFigures;
}

/** All figures, and the bars that they must meet. */
export function treeResult(figures: TreeFigures): BenchResult {
  const { large, huge, crowd, echo, server, screens } = figures;
  const { series, notes } = words.tree;
  const all: Series[] = [
    { name: 'echo', label: series.echo, summary: summarise(echo) },
    ...keySeries('', series.keys, screens.large),
    ...keySeries('huge_', series.hugeKeys, screens.huge),
    { name: 'bare_key_painted', label: series.bareKeys, summary: summarise(screens.bareKeys.painted) },
    { name: 'frame', label: series.frame, summary: summarise(screens.large.wheel) },
    { name: 'drag_frame', label: series.dragFrame, summary: summarise(screens.large.drag) },
    { name: 'huge_frame', label: series.hugeFrame, summary: summarise(screens.huge.wheel) },
    ...openingSeries('', series.open, screens.largeOpenings),
    ...openingSeries('huge_', series.hugeOpen, screens.hugeOpenings),
    { name: 'first_load_cached', label: series.cached, summary: times(server.loads) },
    { name: 'first_load_uncached', label: series.uncached, summary: times(figures.uncached) },
    { name: 'drain', label: series.drain, summary: summarise(server.drained) },
    { name: 'resync', label: series.resync, summary: summarise(server.resynced) },
    { name: 'ack_20', label: series.ackSmall, summary: summarise(server.small) },
    ...crowdSeries(server.crowd),
  ];
  return {
    bench: 'tree',
    notes: [fill(notes.sizes, { large, huge, ...crowd }), notes.cold, notes.warm, notes.interactive],
    series: all,
    counts: [...treeCounts(figures), ...crowdFigures(server.crowd)],
    bars: treeBars(figures),
  };
}

function keySeries(
  name: string,
  labels: { document: string; painted: string },
  { keys }: OpenScreen,
): Series[] {
  return [
    { name: `${name}key_document`, label: labels.document, summary: summarise(keys.inDocument) },
    { name: `${name}key_painted`, label: labels.painted, summary: summarise(keys.painted) },
  ];
}

function openingSeries(
  name: string,
  labels: Readonly<Record<'coldShown' | 'cold' | 'warmShown' | 'warm', string>>,
  { cold, warm }: ScreenFigures['largeOpenings'],
): Series[] {
  const of = (openings: typeof cold, part: 'shown' | 'interactive') =>
    summarise(openings.map((opening) => opening[part]));
  return [
    { name: `${name}cold_shown`, label: labels.coldShown, summary: of(cold, 'shown') },
    { name: `${name}cold_interactive`, label: labels.cold, summary: of(cold, 'interactive') },
    { name: `${name}warm_shown`, label: labels.warmShown, summary: of(warm, 'shown') },
    { name: `${name}warm_interactive`, label: labels.warm, summary: of(warm, 'interactive') },
  ];
}

function treeCounts({ server, screens }: TreeFigures): Count[] {
  const { counts } = words.tree;
  const { large, huge } = screens;
  return [
    { name: 'scroll_fps', label: counts.fps, value: perSecond(large.wheel) },
    { name: 'scroll_late_percent', label: counts.late, value: latePercent(large.wheel) },
    { name: 'drag_late_percent', label: counts.dragLate, value: latePercent(large.drag) },
    { name: 'huge_scroll_late_percent', label: counts.hugeLate, value: latePercent(huge.wheel) },
    { name: 'expand_ms', label: counts.expand, value: large.expanded },
    { name: 'huge_expand_ms', label: counts.hugeExpand, value: huge.expanded },
    { name: 'first_load_kb', label: counts.bytes, value: (server.loads[0]?.bytes ?? NaN) / 1_024 },
    { name: 'presence_core_percent', label: counts.presence, value: server.presence.moving.core },
    { name: 'still_core_percent', label: counts.still, value: server.presence.still.core },
  ];
}

function treeBars({ echo, server, screens }: TreeFigures): Bar[] {
  const { bars } = words.tree;
  const { room, relay } = server.crowd;
  const { largeOpenings, hugeOpenings } = screens;
  const keys = summarise(screens.large.keys.painted);
  const small = summarise(server.small);
  const median = (values: readonly number[]) => summarise(values).p50;
  const opened = (openings: readonly { readonly interactive: number }[]) =>
    median(openings.map(({ interactive }) => interactive));
  return [
    { name: 'echo_p95_ms', label: bars.echo, value: summarise(echo).p95, bar: ONE_FRAME },
    { name: 'key_painted_p50_ms', label: bars.keys, value: keys.p50, bar: ONE_FRAME },
    { name: 'cold_interactive_ms', label: bars.cold, value: opened(largeOpenings.cold), bar: 1_000 },
    { name: 'warm_interactive_ms', label: bars.warm, value: opened(largeOpenings.warm), bar: 600 },
    { name: 'huge_cold_interactive_ms', label: bars.hugeCold, value: opened(hugeOpenings.cold), bar: 4_000 },
    { name: 'frame_p95_ms', label: bars.frame, value: summarise(screens.large.wheel).p95, bar: LATE_FRAME },
    { name: 'first_load_ms', label: bars.firstLoad, value: times(server.loads).p95, bar: 60 },
    { name: 'ack_20_p50_ms', label: bars.ackP50, value: small.p50, bar: 5 },
    { name: 'ack_20_p95_ms', label: bars.ackP95, value: small.p95, bar: 15 },
    { name: 'seen_p50_ms', label: bars.seenP50, value: room.seen.p50, bar: 8 },
    { name: 'seen_p95_ms', label: bars.seenP95, value: room.seen.p95, bar: 20 },
    { name: 'seen_ratio_p50', label: bars.ratioP50, value: room.seen.p50 / relay.seen.p50, bar: 2 },
    { name: 'seen_ratio_p95', label: bars.ratioP95, value: room.seen.p95 / relay.seen.p95, bar: 2 },
    { name: 'core_percent', label: bars.core, value: room.core, bar: 50 },
    { name: 'resident_mb', label: bars.resident, value: room.resident, bar: 400 },
    { name: 'drain_ms', label: bars.drain, value: median(server.drained), bar: 400 },
    { name: 'resync_ms', label: bars.resync, value: summarise(server.resynced).p95, bar: 30 },
    { name: 'presence_percent', label: bars.presence, value: server.presence.moving.core, bar: 10 },
  ];
}

const times = (loads: readonly { readonly took: number }[]): Summary =>
  summarise(loads.map(({ took }) => took));

/** Percent of frames that took longer than `LATE_FRAME`. */
export const latePercent = (frames: readonly number[]): number =>
  (100 * frames.filter((frame) => frame > LATE_FRAME).length) / frames.length;

/** Frames per second. */
export const perSecond = (frames: readonly number[]): number =>
  (1_000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
