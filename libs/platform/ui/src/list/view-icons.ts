import {
  CalendarDays,
  ChartColumn,
  ChartGantt,
  List,
  ListTree,
  SquareKanban,
  StretchHorizontal,
  Table2,
  type LucideIcon,
} from 'lucide-react';
import type { ListViewName } from './list-view.ts';

export const VIEW_ICONS: Readonly<Record<ListViewName, LucideIcon>> = {
  kanban: SquareKanban,
  list: StretchHorizontal,
  simple: List,
  table: Table2,
  tree: ListTree,
  calendar: CalendarDays,
  gantt: ChartGantt,
  chart: ChartColumn,
};
