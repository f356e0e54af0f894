import type { Outcome } from '../protocol.ts';

/** An intent as it travels: its own fields are known to the model that decides it, not here. */
export interface RoomIntent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** One intent of a person that the base does not show yet. */
export interface PendingIntent {
  /** Client-made UUID of the page that made it; with `seq` it names the intent for ever. */
  readonly session: string;
  readonly seq: number;
  /** Version that the person saw. */
  readonly base: number;
  readonly intent: RoomIntent;
  /** Version of the intent's shape when it was made; absent = 1. */
  readonly schema?: number;
  /** What it is about, in the person's words at that moment: for the tray. */
  readonly label: string;
  /** ISO 8601 in UTC, by this machine's clock. */
  readonly at: string;
  /** Null until the server answered. */
  readonly answer: { readonly outcome: Outcome; readonly version: number } | null;
}

/** A refused intent, kept until the person discards or reapplies it. */
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
  /** Milliseconds of this machine's clock at which its page was last known to be open; 0 = it closed. */
  readonly aliveAt: number;
}

/** One change of what is stored; the changes of one call are stored together or not at all. */
export type OutboxChange =
  | { readonly op: 'put-intent'; readonly room: string; readonly value: PendingIntent }
  | { readonly op: 'drop-intent'; readonly room: string; readonly session: string; readonly seq: number }
  | { readonly op: 'put-tray'; readonly room: string; readonly value: TrayEntry }
  | { readonly op: 'drop-tray'; readonly room: string; readonly session: string; readonly seq: number }
  | { readonly op: 'put-session'; readonly value: OutboxSession }
  | { readonly op: 'drop-session'; readonly room: string; readonly session: string };

/** Where outboxes of one person are kept. */
export interface OutboxStore {
  /** False where nothing survives the page: private windows, a full disk. */
  readonly durable: boolean;
  /** Also those of which nothing but intents was stored before their page was gone. */
  sessions(room: string): Promise<OutboxSession[]>;
  /** In the order in which they were made. */
  intents(room: string, session: string): Promise<PendingIntent[]>;
  tray(room: string): Promise<TrayEntry[]>;
  /**
   * Resolves once stored; calls are stored in order. Never rejects: false when the browser no longer stores,
   * so that what it stored earlier will come back at the next visit.
   */
  write(changes: readonly OutboxChange[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Keeps everything in this page: what is left when the browser stores nothing. */
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
