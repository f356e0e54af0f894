import type { DragEvent } from 'react';
import { addDays, daysBetween } from '../days.ts';
import type { CalendarEntry } from './calendar-events.ts';

/** Drag data type: the entry, and the day at which it was grabbed. */
const DRAGGED = 'application/x-calendar-entry';

export const takeEntry = ({ dataTransfer }: DragEvent, id: string, day: string): void =>
  dataTransfer.setData(DRAGGED, `${id}\n${day}`);

/** Moves an entry to a day; times are `HH:mm`. */
export type DropEntry = (id: string, day: string, time: string) => void;

/** Handlers of a day onto which entries can be dropped; a time of day is kept. */
export const dropTarget = (day: string, entries: readonly CalendarEntry[], drop: DropEntry | null) =>
  drop && {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const [id, taken] = event.dataTransfer.getData(DRAGGED).split('\n');
      const entry = entries.find((one) => one.id === id);
      if (!entry || taken === undefined) return;
      event.preventDefault();
      drop(entry.id, addDays(entry.span.from, daysBetween(taken, day)), entry.time ?? '00:00');
    },
  };
