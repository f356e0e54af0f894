import type { ItemId } from '@cotejo/audits-contracts';
import { isBusy, type Peer, type RoomStatus, type TrayEntry } from '@cotejo/rooms/client';
import { closeCode } from '@cotejo/rooms/protocol';
import { atom, type createStore } from 'jotai';
import type { AuditSession } from './audit-session.ts';
import type { Touch } from './rows/remote-changes.ts';
import { prepareSearch } from './rows/search-text.ts';
import type { TreeRow } from './rows/tree-rows.ts';
import { trayGroups, type TrayGroup } from './tray/tray-groups.ts';
import { NO_TREE, type TreeSnapshot } from './rows/tree-snapshot.ts';

type Store = ReturnType<typeof createStore>;

/** Milliseconds for which an item is highlighted after another user's change. */
export const TOUCH_SHOWN_MS = 4_000;

export interface ConnectionInfo {
  readonly state: RoomStatus['state'];
  /** Close code when refused, or when the server limits this user's open audits. */
  readonly code: number | null;
  /** Intents not yet contained in the base. */
  readonly pending: number;
  /** Intents without an answer. */
  readonly unsent: number;
  /** False when unsent work would not survive a reload. */
  readonly durable: boolean;
  readonly mode: 'edit' | 'read';
  readonly version: number;
}

const NO_CONNECTION: ConnectionInfo = {
  state: 'connecting',
  code: null,
  pending: 0,
  unsent: 0,
  durable: true,
  mode: 'read',
  version: -1,
};

/** Session of the open audit; null when none is open. */
export const auditSessionAtom = atom<AuditSession | null>(null);
export const connectionAtom = atom<ConnectionInfo>(NO_CONNECTION);
export const treeAtom = atom<TreeSnapshot>(NO_TREE);
/** Sprints and visits of the displayed state, removed ones included. */
export const stretchesAtom = atom((get) => get(treeAtom).stretches);
export const peersAtom = atom<readonly Peer[]>([]);
/** Changes by other users in the last seconds. */
export const touchedAtom = atom<ReadonlyMap<ItemId, Touch>>(new Map<ItemId, Touch>());
export const trayAtom = atom<readonly TrayEntry[]>([]);
export const undoAtom = atom<{ readonly canUndo: boolean; readonly canRedo: boolean }>({
  canUndo: false,
  canRedo: false,
});

/** Refused work, grouped by cause. */
export const trayGroupsAtom = atom((get): readonly TrayGroup[] => trayGroups(get(trayAtom)));

/** Saving state shown in the header. */
export interface Saving {
  /** `saving`: connected, with intents in flight. */
  readonly state: 'connecting' | 'online' | 'saving' | 'offline' | 'refused';
  /** Close code when refused, or when the server limits this user's open audits. */
  readonly code: number | null;
  readonly unsent: number;
  readonly pending: number;
  /** Where unsent work is stored; `nowhere` would not survive a reload (private window, full disk). */
  readonly kept: 'none' | 'here' | 'nowhere';
  /** Number of refused changes in the tray. */
  readonly rejected: number;
}

export const savingAtom = atom((get): Saving => {
  const { state, code, unsent, pending, durable } = get(connectionAtom);
  return {
    state: state === 'online' && pending > 0 ? 'saving' : state,
    code,
    unsent,
    pending,
    kept: unsent === 0 ? 'none' : durable ? 'here' : 'nowhere',
    rejected: get(trayAtom).length,
  };
});

/** The user lost access to this room, or it was deleted; nothing is sent any more. */
export const revokedAtom = atom((get) => {
  const { state, code } = get(connectionAtom);
  return state === 'refused' && (code === closeCode.forbidden || code === closeCode.notFound);
});

export const onlineAtom = atom((get) => get(connectionAtom).state === 'online');

/**
 * Changes whenever the results of the session's `can` may change; for components that call it while
 * rendering.
 */
export const rightsAtom = atom((get) => {
  const { rights, auditStatus, removal } = get(treeAtom);
  return `${rights} ${auditStatus} ${removal?.at ?? ''} ${get(connectionAtom).mode}`;
});

export const rowsAtom = atom((get): readonly TreeRow[] => get(treeAtom).rows);

export const peersByItemAtom = atom((get): ReadonlyMap<string, readonly Peer[]> => {
  const byItem = new Map<string, Peer[]>();
  for (const peer of get(peersAtom)) {
    if (peer.item !== null) byItem.set(peer.item, [...(byItem.get(peer.item) ?? []), peer]);
  }
  return byItem;
});

/**
 * Binds a store's atoms to this session; the returned function unbinds and resets them. A store shows one
 * session at a time.
 */
export function bindSession(store: Store, session: AuditSession): () => void {
  const { connection } = session;
  const { outbox } = connection;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const showConnection = () => {
    const { status } = connection;
    const next: ConnectionInfo = {
      state: status.state,
      code: status.state === 'refused' ? status.code : isBusy(status) ? closeCode.tooBusy : null,
      pending: session.pendingCount,
      unsent: session.unsentCount,
      durable: outbox.durable,
      mode: session.mode,
      version: connection.version,
    };
    store.set(connectionAtom, (now) => (isSame(now, next) ? now : next));
  };
  const showTray = () => {
    const { tray } = session;
    store.set(trayAtom, (now) =>
      now.length === tray.length && now.every((entry, index) => entry === tray[index]) ? now : tray,
    );
  };
  const showUndo = () => {
    const next = { canUndo: session.canUndo, canRedo: session.canRedo };
    store.set(undoAtom, (now) => (isSame(now, next) ? now : next));
  };
  const showTouches = (touches: readonly Touch[]) => {
    store.set(
      touchedAtom,
      (now) => new Map([...now, ...touches.map((touch) => [touch.item, touch] as const)]),
    );
    const timer = setTimeout(() => {
      timers.delete(timer);
      store.set(touchedAtom, (now) => {
        const left = new Map(now);
        // Keep items that were changed again meanwhile; their own timer removes them.
        for (const touch of touches) if (left.get(touch.item) === touch) left.delete(touch.item);
        return left;
      });
    }, TOUCH_SHOWN_MS);
    timers.add(timer);
  };

  let stopPreparing: (() => void) | null = null;
  const showTree = (snapshot: TreeSnapshot) => {
    store.set(treeAtom, snapshot);
    // Once rows exist; later changes are few.
    if (snapshot.size > 0) stopPreparing ??= prepareSearch(snapshot.rows);
  };

  const stops = [
    session.onTree((snapshot) => {
      showTree(snapshot);
      showConnection();
    }),
    session.onTouched(showTouches),
    session.onUndo(showUndo),
    outbox.onChange(() => {
      showConnection();
      showTray();
    }),
    connection.listen({
      onStatus: showConnection,
      onMode: showConnection,
      onVersion: showConnection,
      onPeers: (peers) => store.set(peersAtom, peers),
    }),
  ];
  store.set(auditSessionAtom, session);
  showTree(session.snapshot);
  store.set(peersAtom, connection.peers);
  showConnection();
  showTray();
  showUndo();

  return () => {
    for (const stop of stops) stop();
    stopPreparing?.();
    for (const timer of timers) clearTimeout(timer);
    if (store.get(auditSessionAtom) !== session) return;
    store.set(auditSessionAtom, null);
    store.set(connectionAtom, NO_CONNECTION);
    store.set(treeAtom, NO_TREE);
    store.set(peersAtom, []);
    store.set(touchedAtom, new Map<ItemId, Touch>());
    store.set(trayAtom, []);
    store.set(undoAtom, { canUndo: false, canRedo: false });
  };
}

function isSame<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}
