import type { ItemId } from '@cotejo/audits-contracts';
import type { Peer } from '@cotejo/rooms/client';
import type { createStore } from 'jotai';
import type { Touch } from '../session/remote-changes.ts';
import { peersByItemAtom, touchedAtom } from '../session/session-atoms.ts';
import { cutAtom, editingAtom, openedAtom, rowMenuAtom } from './plan-atoms.ts';
import type { Editing, RowMenu } from './plan-context.ts';

/** What goes on at one row, beside what the item itself is. */
export interface RowState {
  /** What somebody else just changed of it. */
  readonly touch: Touch | undefined;
  /** Who is on it. */
  readonly peers: readonly Peer[];
  readonly menu: RowMenu['what'] | null;
  readonly editing: Editing['field'] | null;
  readonly isCut: boolean;
  /** A panel beside the tree is about it. */
  readonly isOpened: boolean;
}

const NOBODY: readonly Peer[] = [];
export const QUIET: RowState = {
  touch: undefined,
  peers: NOBODY,
  menu: null,
  editing: null,
  isCut: false,
  isOpened: false,
};

const SOURCES = [touchedAtom, peersByItemAtom, rowMenuAtom, editingAtom, cutAtom, openedAtom] as const;

/**
 * What goes on at each row, behind one subscription a row: five atoms for every row that scrolls into sight
 * cost more than all the rest of it.
 */
export class RowStates {
  private readonly listeners = new Set<() => void>();
  private known = new Map<ItemId, RowState>();
  private stops: (() => void)[] = [];

  constructor(private readonly store: ReturnType<typeof createStore>) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.stops = SOURCES.map((source) => this.store.sub(source, this.tell));
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      for (const stop of this.stops) stop();
      this.known = new Map();
    };
  };

  /** The same object as long as nothing of it changed. */
  of(id: ItemId): RowState {
    const { store } = this;
    const menu = store.get(rowMenuAtom);
    const editing = store.get(editingAtom);
    const next: RowState = {
      touch: store.get(touchedAtom).get(id),
      peers: store.get(peersByItemAtom).get(id) ?? NOBODY,
      menu: menu?.id === id ? menu.what : null,
      editing: editing?.id === id ? editing.field : null,
      isCut: store.get(cutAtom).has(id),
      isOpened: store.get(openedAtom) === id,
    };
    if (isSame(next, QUIET)) {
      this.known.delete(id);
      return QUIET;
    }
    const before = this.known.get(id);
    if (before && isSame(next, before)) return before;
    this.known.set(id, next);
    return next;
  }

  private readonly tell = (): void => {
    for (const listener of this.listeners) listener();
  };
}

const isSame = (a: RowState, b: RowState): boolean =>
  a.touch === b.touch &&
  (a.peers === b.peers ||
    (a.peers.length === b.peers.length && a.peers.every((peer, at) => peer === b.peers[at]))) &&
  a.menu === b.menu &&
  a.editing === b.editing &&
  a.isCut === b.isCut &&
  a.isOpened === b.isOpened;
