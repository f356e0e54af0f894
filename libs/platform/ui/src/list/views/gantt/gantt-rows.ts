import { createContext } from 'react';

/** What the cells that the library draws need of the view. */
export interface GanttRows {
  readonly fresh: ReadonlySet<string>;
  readonly canMove: boolean;
  /** Element that explains the keys. */
  readonly keysId: string;
  open(id: string): void;
  /** Focuses a row above (negative) or below. */
  step(id: string, rowsDown: number): void;
  /** Moves the bar, or its end alone, by steps of the scale. */
  shift(id: string, steps: number, part: 'whole' | 'end'): void;
}

export const GanttRowsContext = createContext<GanttRows | null>(null);
