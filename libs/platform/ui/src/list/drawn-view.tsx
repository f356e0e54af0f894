import { lazy, type ComponentType } from 'react';
import { LIST_VIEWS, type ListViewName, type ListViewProps } from './list-view.ts';
import type { CalendarViewProps } from './views/calendar/calendar-view.tsx';
import type { ChartViewProps } from './views/chart/chart-view.tsx';
import type { GanttViewProps } from './views/gantt/gantt-view.tsx';
import type { KanbanViewProps } from './views/kanban/kanban-view.tsx';
import type { TreeViewProps } from './views/tree/tree-view.tsx';

type Own<Props> = Omit<Props, keyof ListViewProps<never>>;

/** Props of the optional views; a view is offered if its props are given. */
export interface DrawnViews<Row> {
  readonly kanban?: Own<KanbanViewProps<Row>> | undefined;
  readonly calendar?: Own<CalendarViewProps<Row>> | undefined;
  readonly gantt?: Own<GanttViewProps<Row>> | undefined;
  readonly chart?: Own<ChartViewProps<Row>> | undefined;
  readonly tree?: Own<TreeViewProps<Row>> | undefined;
}
type Drawn = keyof DrawnViews<never>;

/** Each view and its library load on first use. */
const VIEWS = {
  kanban: lazy(() => import('./views/kanban/kanban-view.tsx')),
  calendar: lazy(() => import('./views/calendar/calendar-view.tsx')),
  gantt: lazy(() => import('./views/gantt/gantt-view.tsx')),
  chart: lazy(() => import('./views/chart/chart-view.tsx')),
  tree: lazy(() => import('./views/tree/tree-view.tsx')),
};
const isDrawn = (view: ListViewName): view is Drawn => view in VIEWS;

/** Views that a list offers, in the order of their switch. */
export const viewsOf = <Row,>(drawn: DrawnViews<Row>): readonly ListViewName[] =>
  LIST_VIEWS.filter((view) => !isDrawn(view) || drawn[view] !== undefined);

export interface DrawnViewProps<Row> {
  readonly view: Drawn;
  readonly drawn: DrawnViews<Row>;
  readonly shared: ListViewProps<Row>;
}

/** One of the optional views, with shared and own props. */
export function DrawnView<Row>({ view, drawn, shared }: DrawnViewProps<Row>) {
  // `view` selects both the component and its props.
  const View = VIEWS[view] as unknown as ComponentType<ListViewProps<Row>>;
  return <View {...shared} {...drawn[view]} />;
}
