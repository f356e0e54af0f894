import type { ItemId } from '@cotejo/audits-contracts';
import type { Peer } from '@cotejo/rooms/client';
import type { createStore } from 'jotai';
import type { Touch } from '../../session/rows/remote-changes.ts';
import { peersByItemAtom, touchedAtom } from '../../session/session-atoms.ts';
import { cutAtom, editingAtom, openedAtom, rowMenuAtom } from '../plan-atoms.ts';
import type { Editing, RowMenu } from '../plan-context.ts';

/** Transient state of a row, beside the item's own data. */
export interface RowState {
  /** Last remote change of the item. */
  readonly touch: Touch | undefined;
  /** Users present on the row. */
  readonly peers: readonly Peer[];
  readonly menu: RowMenu['what'] | null;
  readonly editing: Editing['field'] | null;
  readonly isCut: boolean;
  /** A side panel about this item is open. */
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
 * Transient state of each row behind a single subscription per row: five atoms per mounted row cost more than the rest
 * of its rendering.
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

  /** Keeps its identity while nothing in it changed. */
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
