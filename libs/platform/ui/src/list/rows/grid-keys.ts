import type { KeyboardEvent } from 'react';

export interface GridKeys {
  /** Index of the active line; -1 for none. */
  readonly place: number;
  readonly count: number;
  /** Lines per page. */
  readonly page: number;
  readonly goTo: (place: number) => void;
  readonly act: (act: 'enter' | 'select' | 'open' | 'close') => void;
}

/** Target line of a key; null if the key does not move. */
export function placeAfter(key: string, { place, count, page }: Pick<GridKeys, 'place' | 'count' | 'page'>) {
  const to: Readonly<Record<string, number>> = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + page,
    PageUp: place - page,
    Home: 0,
    End: count - 1,
  };
  const next = to[key];
  return next === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, next));
}

const ACTS: Readonly<Record<string, Parameters<GridKeys['act']>[0]>> = {
  Enter: 'enter',
  ' ': 'select',
  ArrowRight: 'open',
  ArrowLeft: 'close',
};

/** Keyboard navigation of a grid whose rows are one tab stop; keys of inner controls are ignored. */
export const gridKey =
  (keys: GridKeys) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = placeAfter(event.key, keys);
    const act = ACTS[event.key];
    if (next === null && act === undefined) return;
    event.preventDefault();
    if (next !== null) keys.goTo(next);
    else if (act !== undefined) keys.act(act);
  };
