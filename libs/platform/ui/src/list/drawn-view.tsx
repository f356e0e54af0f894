import { lazy, type ComponentType } from 'react';
import { LIST_VIEWS, type ListViewName, type ListViewProps } from './list-view.ts';
import type { CalendarViewProps } from './views/calendar-view.tsx';
import type { ChartViewProps } from './views/chart-view.tsx';
import type { GanttViewProps } from './views/gantt-view.tsx';
import type { KanbanViewProps } from './views/kanban-view.tsx';
import type { TreeViewProps } from './views/tree-view.tsx';

type Own<Props> = Omit<Props, keyof ListViewProps<never>>;

/** The views that are drawn in another way than as rows; each is offered where its own description is given. */
export interface DrawnViews<Row> {
  readonly kanban?: Own<KanbanViewProps<Row>> | undefined;
  readonly calendar?: Own<CalendarViewProps<Row>> | undefined;
  readonly gantt?: Own<GanttViewProps<Row>> | undefined;
  readonly chart?: Own<ChartViewProps<Row>> | undefined;
  readonly tree?: Own<TreeViewProps<Row>> | undefined;
}
type Drawn = keyof DrawnViews<never>;

/** Each comes with its library when it is first shown. */
const VIEWS = {
  kanban: lazy(() => import('./views/kanban-view.tsx')),
  calendar: lazy(() => import('./views/calendar-view.tsx')),
  gantt: lazy(() => import('./views/gantt-view.tsx')),
  chart: lazy(() => import('./views/chart-view.tsx')),
  tree: lazy(() => import('./views/tree-view.tsx')),
};
const isDrawn = (view: ListViewName): view is Drawn => view in VIEWS;

/** The views that a list offers, in the order of their switch. */
export const viewsOf = <Row,>(drawn: DrawnViews<Row>): readonly ListViewName[] =>
  LIST_VIEWS.filter((view) => !isDrawn(view) || drawn[view] !== undefined);

export interface DrawnViewProps<Row> {
  readonly view: Drawn;
  readonly drawn: DrawnViews<Row>;
  readonly shared: ListViewProps<Row>;
}

/** One of the drawn views, with what all views are given and what it alone needs. */
export function DrawnView<Row>({ view, drawn, shared }: DrawnViewProps<Row>) {
  // Which own description goes with which view is held together by the view's name.
  const View = VIEWS[view] as unknown as ComponentType<ListViewProps<Row>>;
  return <View {...shared} {...drawn[view]} />;
}
