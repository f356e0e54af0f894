import type { FlowShape } from '@cotejo/worksheets-contracts';
import type { TextConnection } from '@cotejo/texts/client';
import { createContext, use } from 'react';
import type { ChartDocument } from './chart-document.ts';
import type { Chart, ChartNode } from './chart.ts';

/** Somebody who has a node chosen. */
export type ChartPeer = TextConnection['peers'][number]['user'];

/** A chart as it is drawn and worked on now. */
export interface ShownChartContext {
  readonly chart: Chart;
  /** Null while it may only be read. */
  readonly changes: ChartDocument | null;
  /** Nodes and edges that are selected. */
  readonly selected: ReadonlySet<string>;
  select(change: (before: ReadonlySet<string>) => ReadonlySet<string>): void;
  /** The one that is selected when it is one alone. */
  readonly chosen: string | null;
  /** Selects this one alone; null = none. */
  choose(id: string | null): void;
  /** The node whose words are being written. */
  readonly renaming: string | null;
  rename(id: string | null): void;
  readonly peers: ReadonlyMap<string, readonly ChartPeer[]>;
  /** What a node is called where its shape is not seen. */
  nameOf(node: Pick<ChartNode, 'shape' | 'label' | 'item'>): string;
  /** Words of a shape. */
  shapeName(shape: FlowShape): string;
}

export const ChartContext = createContext<ShownChartContext | null>(null);

/** Throws outside of a chart. */
export function useShownChart(): ShownChartContext {
  const chart = use(ChartContext);
  if (!chart) throw new Error('no flowchart around this');
  return chart;
}
