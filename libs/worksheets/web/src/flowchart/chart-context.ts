import type { FlowShape } from '@cotejo/worksheets-contracts';
import type { TextConnection } from '@cotejo/texts/client';
import { createContext, use } from 'react';
import type { ChartDocument } from './chart-document.ts';
import type { Chart, ChartNode } from './chart.ts';

/** Another user with a selected node. */
export type ChartPeer = TextConnection['peers'][number]['user'];

/** State of the displayed chart. */
export interface ShownChartContext {
  readonly chart: Chart;
  /** Null while read-only. */
  readonly changes: ChartDocument | null;
  /** Ids of selected nodes and edges. */
  readonly selected: ReadonlySet<string>;
  select(change: (before: ReadonlySet<string>) => ReadonlySet<string>): void;
  /** The selected id if it is the only one. */
  readonly chosen: string | null;
  /** Selects only this id; null = none. */
  choose(id: string | null): void;
  /** Id of the node whose label is being edited. */
  readonly renaming: string | null;
  rename(id: string | null): void;
  readonly peers: ReadonlyMap<string, readonly ChartPeer[]>;
  /** Name of a node where its shape is not visible. */
  nameOf(node: Pick<ChartNode, 'shape' | 'label' | 'item'>): string;
  /** Name of a shape. */
  shapeName(shape: FlowShape): string;
}

export const ChartContext = createContext<ShownChartContext | null>(null);

/** Throws outside of a chart. */
export function useShownChart(): ShownChartContext {
  const chart = use(ChartContext);
  if (!chart) throw new Error('no flowchart around this');
  return chart;
}
