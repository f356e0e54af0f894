import type { IApi } from '@svar-ui/react-gantt';
import { addDays, type DaySpan } from '../days.ts';

/** What the library can do that a view of rows must not: its own editor, order, links, copies and deletions. */
const EDITS = [
  'show-editor',
  'add-task',
  'delete-task',
  'copy-task',
  'move-task',
  'indent-task',
  'add-link',
  'update-link',
  'delete-link',
  'sort-tasks',
  'hotkey',
] as const;

export function refuseEditing(api: IApi): void {
  for (const edit of EDITS) api.intercept(edit, () => false);
  // Rows are not dragged up and down: their order is that of the list.
  api.intercept('drag-task', (drag) => !('top' in drag && drag.top !== undefined));
}

/** As the library says that a bar was let go: by how many days, and which of its ends it took along. */
export interface BarDrag {
  readonly diff?: number | undefined;
  readonly task: { readonly start?: Date | undefined; readonly end?: Date | undefined };
}

/** The days of a bar after a drag; null when it says nothing of days. */
export function draggedSpan(span: DaySpan, { diff, task }: BarDrag): DaySpan | null {
  if (!diff) return null;
  const from = task.start === undefined ? span.from : addDays(span.from, diff);
  const to = task.end === undefined ? span.to : addDays(span.to, diff);
  return from <= to ? { from, to } : null;
}
