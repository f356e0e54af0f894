import type { ITask } from '@svar-ui/react-gantt';
import { use, type KeyboardEvent } from 'react';
import { GanttRowsContext } from './gantt-rows.ts';
import styles from './gantt-view.module.css';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** The title of a row: opens it, and takes the keys for its bar. */
export function GanttTitleCell({ row }: { readonly row: ITask }) {
  const rows = use(GanttRowsContext);
  if (!rows) return null;
  const id = String(row.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const down = ROWS[event.key];
    if (event.altKey && step !== undefined && rows.canMove)
      rows.shift(id, step, event.shiftKey ? 'end' : 'whole');
    else if (down !== undefined) rows.step(id, down);
    else return;
    event.preventDefault();
    // The library would act on the same keys.
    event.nativeEvent.stopImmediatePropagation();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={styles.title}
      data-gantt-row={id}
      data-fresh={rows.fresh.has(id) || undefined}
      title={row.text}
      aria-keyshortcuts={rows.canMove ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
      aria-describedby={rows.canMove ? rows.keysId : undefined}
      onClick={(event) => {
        event.stopPropagation();
        rows.open(id);
      }}
      onKeyDown={onKeyDown}
    >
      {row.text}
    </button>
  );
}

/** Inside a bar; its words are in the row beside already. */
export function GanttBarContent({ data }: { readonly data: ITask }) {
  return (
    <span className={styles.barText} data-gantt-bar={String(data.id)} aria-hidden>
      {data.text}
    </span>
  );
}
