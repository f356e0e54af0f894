import type { Outcome } from '../protocol.ts';

/** An intent on the wire. Only `kind` is known here; the other fields are defined by the room's domain model. */
export interface RoomIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** An intent of the user whose effect the base does not show yet. */
export interface PendingIntent {
  /** Client-made UUID of the page that created the intent; (session, seq) identifies it permanently. */
  readonly session: string;
  readonly seq: number;
  /** Version of the base that the user saw when making the intent. */
  readonly base: number;
  readonly intent: RoomIntent;
  /** Schema version of the intent when it was made; absent = 1. */
  readonly schema?: number;
  /** Human-readable description at the time of the intent, shown in the tray. */
  readonly label: string;
  /** ISO 8601 in UTC, by the client's clock. */
  readonly at: string;
  /** Null until the server has answered. */
  readonly answer: { readonly outcome: Outcome; readonly version: number } | null;
}

/** A refused intent, kept until the user discards or reapplies it. */
export interface TrayEntry {
  readonly session: string;
  readonly seq: number;
  readonly base: number;
  readonly intent: RoomIntent;
  readonly schema?: number;
  readonly label: string;
  readonly at: string;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A page that has or had intents in a room. */
export interface OutboxSession {
  readonly room: string;
  readonly session: string;
  /** When the page was last known to be open, in milliseconds of the client's clock; 0 = closed. */
  readonly aliveAt: number;
}

/** One storage change; the changes of one `write` call are stored atomically. */
export type OutboxChange =
  | { readonly op: 'put-intent'; readonly room: string; readonly value: PendingIntent }
  | { readonly op: 'drop-intent'; readonly room: string; readonly session: string; readonly seq: number }
  | { readonly op: 'put-tray'; readonly room: string; readonly value: TrayEntry }
  | { readonly op: 'drop-tray'; readonly room: string; readonly session: string; readonly seq: number }
  | { readonly op: 'put-session'; readonly value: OutboxSession }
  | { readonly op: 'drop-session'; readonly room: string; readonly session: string };

/** Storage for the outboxes of one user. */
export interface OutboxStore {
  /** False where nothing survives the page: private windows, a full disk. */
  readonly durable: boolean;
  /** All sessions of a room, including those whose page was gone before its session record was stored. */
  sessions(room: string): Promise<OutboxSession[]>;
  /** In the order in which they were made. */
  intents(room: string, session: string): Promise<PendingIntent[]>;
  tray(room: string): Promise<TrayEntry[]>;
  /**
   * Resolves once stored; calls are stored in order. Never rejects: false when the browser no longer stores. In that
   * case intents already stored come back at the next visit.
   */
  write(changes: readonly OutboxChange[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Store in memory, for browsers without usable IndexedDB. */
export function memoryOutboxStore(): OutboxStore {
  const intents = new Map<string, { room: string; value: PendingIntent }>();
  const tray = new Map<string, { room: string; value: TrayEntry }>();
  const sessions = new Map<string, OutboxSession>();
  const key = (room: string, session: string, seq = 0) => JSON.stringify([room, session, seq]);
  const apply = (change: OutboxChange): void => {
    switch (change.op) {
      case 'put-intent':
        intents.set(key(change.room, change.value.session, change.value.seq), change);
        break;
      case 'drop-intent':
        intents.delete(key(change.room, change.session, change.seq));
        break;
      case 'put-tray':
        tray.set(key(change.room, change.value.session, change.value.seq), change);
        break;
      case 'drop-tray':
        tray.delete(key(change.room, change.session, change.seq));
        break;
      case 'put-session':
        sessions.set(key(change.value.room, change.value.session), change.value);
        break;
      case 'drop-session':
        sessions.delete(key(change.room, change.session));
    }
  };
  return {
    durable: false,
    sessions: async (room) => [...sessions.values()].filter((one) => one.room === room),
    intents: async (room, session) =>
      [...intents.values()]
        .filter((one) => one.room === room && one.value.session === session)
        .map((one) => one.value)
        .sort((a, b) => a.seq - b.seq),
    tray: async (room) => [...tray.values()].filter((one) => one.room === room).map((one) => one.value),
    write: async (changes) => {
      changes.forEach(apply);
      return true;
    },
    close: async () => undefined,
  };
}
