import type { ComponentType } from 'react';
import { LIST_VIEWS, type ListViewName, type ListViewProps } from './list-view.ts';

type Drawn = Exclude<ListViewName, 'list' | 'simple' | 'table'>;

/** The views that are drawn in another way than as rows; each is offered where its own description is given. */
export interface DrawnViews<Row> {
  readonly kanban?: object | undefined;
  readonly calendar?: object | undefined;
  readonly gantt?: object | undefined;
  readonly chart?: object | undefined;
  readonly tree?: object | undefined;
  readonly row?: Row;
}
/** Each comes with its library when it is first shown. */
const VIEWS: Partial<Record<Drawn, ComponentType<ListViewProps<never> & object>>> = {};

/** The views that a list offers, in the order of their switch. */
export const viewsOf = <Row,>(drawn: DrawnViews<Row>): readonly ListViewName[] =>
  LIST_VIEWS.filter(
    (view) =>
      view === 'list' ||
      view === 'simple' ||
      view === 'table' ||
      (drawn[view] !== undefined && view in VIEWS),
  );

export function DrawnView<Row>({
  view,
  ...props
}: DrawnViews<Row> & ListViewProps<Row> & { readonly view: Drawn }) {
  const View = VIEWS[view] as ComponentType<object> | undefined;
  const { kanban, calendar, gantt, chart, tree, ...shared } = props;
  const own = { kanban, calendar, gantt, chart, tree }[view];
  return View && <View {...shared} {...own} />;
}
