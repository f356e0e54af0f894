import { uuidv4 } from 'lib0/random';
import type { AnswerFrame, IntentFrame } from '../protocol.ts';
import { indexedOutboxStore } from './indexed-outbox-store.ts';
import {
  memoryOutboxStore,
  type OutboxStore,
  type PendingIntent,
  type RoomIntent,
  type TrayEntry,
} from './outbox-store.ts';
import { openRoomDatabase } from './room-database.ts';
import { ownByHeartbeat, ownByLocks, type Locks, type SessionOwnership } from './session-ownership.ts';

export interface OutboxOptions {
  /** Whose outbox it is: caches of two people on one machine never mix. */
  readonly user: string;
  /** `<kind>/<id>` of the room. */
  readonly room: string;
  /** Default: IndexedDB, or memory where the browser keeps nothing. */
  readonly store?: OutboxStore;
  /** Default: `navigator.locks` where the browser has it, else heartbeats. */
  readonly locks?: Locks | null;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Version in which a kind of intent is made today; default: 1. */
  readonly schemaOf?: (kind: string) => number;
}

/** How one intent ended: shown by the base, or refused and in the tray. */
export interface Settled {
  readonly entry: PendingIntent;
  readonly tray: TrayEntry | null;
}

/** Identity of an intent or tray entry, as text. */
export const intentKey = (of: { session: string; seq: number }): string => `${of.session}:${of.seq}`;

/**
 * A person's intents of one room until the base shows what became of them. What is in memory is always
 * right at once; storing follows behind, in order. Every page has a session of its own; sessions of
 * pages that closed are continued by a page that is open.
 */
export class Outbox {
  /** Session of the intents that this page makes. */
  readonly session = uuidv4();
  /** By identity, in order. A burst of thousands must cost no more than its length: no scans, no copies. */
  private entries = new Map<string, PendingIntent>();
  private list: readonly PendingIntent[] | null = null;
  /** Those of them that the server answered and the base does not show yet. */
  private readonly answered = new Set<string>();
  private refused = new Map<string, TrayEntry>();
  private nextSeq = 0;
  private started: Promise<void> | null = null;
  private readonly known = new Set<string>([this.session]);
  /** By session: sequence numbers whose answer is not stored yet, and the highest one that is. */
  private readonly unstored = new Map<string, Set<number>>();
  private readonly stored = new Map<string, number>();
  private readonly changeListeners = new Set<() => void>();
  private readonly settledListeners = new Set<(settled: readonly Settled[]) => void>();
  private closed = false;

  private constructor(
    private readonly room: string,
    private readonly store: OutboxStore,
    private readonly ownership: SessionOwnership,
    private readonly now: () => number,
    private readonly schemaOf: (kind: string) => number,
  ) {}

  /** Loads what is stored; intents of pages that are gone join as soon as that is sure. */
  static async open(options: OutboxOptions): Promise<Outbox> {
    const now = options.now ?? Date.now;
    let told: () => void = () => undefined;
    let store = options.store;
    if (!store) {
      const database = await openRoomDatabase(options.user);
      store = database ? indexedOutboxStore(database, () => told()) : memoryOutboxStore();
    }
    const locks =
      options.locks === undefined
        ? typeof navigator === 'undefined'
          ? null
          : navigator.locks
        : options.locks;
    const ownership = locks
      ? ownByLocks(locks, `cotejo-outbox:${options.user}:${options.room}`)
      : ownByHeartbeat(store, options.room, now);
    const outbox = new Outbox(options.room, store, ownership, now, options.schemaOf ?? (() => 1));
    told = () => outbox.changed();
    for (const entry of await store.tray(options.room)) outbox.refused.set(intentKey(entry), entry);
    await outbox.inherit();
    return outbox;
  }

  /** False when unsent work would not survive a reload. */
  get durable(): boolean {
    return this.store.durable;
  }

  /** In the order in which they were made, those of earlier pages first. */
  get pending(): readonly PendingIntent[] {
    this.list ??= [...this.entries.values()];
    return this.list;
  }

  get pendingCount(): number {
    return this.entries.size;
  }

  get unansweredCount(): number {
    return this.entries.size - this.answered.size;
  }

  /** Those that the server has not answered, in order; not to be kept over a change. */
  *unanswered(): Generator<PendingIntent> {
    for (const entry of this.entries.values()) if (entry.answer === null) yield entry;
  }

  /** Oldest first. */
  get tray(): readonly TrayEntry[] {
    return [...this.refused.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
  }

  /** Adds an intent made on the view of version `base`; it is in `pending` when this returns. */
  add(intent: RoomIntent, base: number, label: string): PendingIntent {
    const entry: PendingIntent = {
      session: this.session,
      seq: this.nextSeq++,
      base,
      intent,
      ...versioned(this.schemaOf(intent.kind)),
      label,
      at: new Date(this.now()).toISOString(),
      answer: null,
    };
    this.put(entry);
    void this.keep(entry);
    this.changed();
    return entry;
  }

  /**
   * Takes an answer. The intent leaves `pending` only once the base has the answer's version.
   * An answer to what is no longer here (answered twice) is only noted as stored.
   */
  answer(frame: AnswerFrame, baseVersion: number): void {
    const found = this.entries.get(intentKey(frame));
    if (!found || found.answer) {
      if (!this.unstored.get(frame.session)?.has(frame.seq)) this.noteStored(frame.session, frame.seq);
      return;
    }
    const answered = { ...found, answer: { outcome: frame.outcome, version: frame.version } };
    this.put(answered);
    const waiting = this.unstored.get(frame.session) ?? new Set();
    this.unstored.set(frame.session, waiting.add(frame.seq));
    const written =
      frame.version <= baseVersion
        ? this.settle(baseVersion)
        : this.store.write([{ op: 'put-intent', room: this.room, value: answered }]);
    void written.then(() => this.noteStored(frame.session, frame.seq));
    this.changed();
  }

  /** Drops what the base now shows; refused work goes to the tray. Resolves once stored. */
  settle(baseVersion: number): Promise<void> {
    const settled: Settled[] = [];
    for (const key of this.answered) {
      const entry = this.entries.get(key);
      if (!entry?.answer || entry.answer.version > baseVersion) continue;
      const { outcome } = entry.answer;
      this.drop(key);
      settled.push({ entry, tray: outcome.ok ? null : refusal(entry, outcome.code, outcome.params) });
    }
    if (settled.length === 0) return Promise.resolve();
    for (const { tray } of settled) if (tray) this.refused.set(intentKey(tray), tray);
    const written = this.store.write(
      settled.flatMap(({ entry, tray }) => [
        ...(tray ? [{ op: 'put-tray', room: this.room, value: tray } as const] : []),
        { op: 'drop-intent', room: this.room, session: entry.session, seq: entry.seq } as const,
      ]),
    );
    for (const listener of this.settledListeners) listener(settled);
    this.changed();
    return written;
  }

  /** Whether an answer speaks of a version that lies beyond this one. */
  isAnsweredBeyond(version: number): boolean {
    for (const key of this.answered)
      if ((this.entries.get(key)?.answer?.version ?? -1) > version) return true;
    return false;
  }

  /**
   * Refuses in the server's name answered work that its history turned out not to contain: after a
   * restore, the version of the answer lies in a past that is gone.
   */
  abandonAnswered(code: string, beyond: number): void {
    for (const key of this.answered) {
      const entry = this.entries.get(key);
      if (!entry?.answer || entry.answer.version <= beyond) continue;
      this.put({ ...entry, answer: { outcome: { ok: false, code }, version: beyond } });
    }
    void this.settle(beyond);
  }

  /** Takes an entry out of the tray for good: discarded, or made again. */
  discard(entry: { session: string; seq: number }): void {
    if (!this.refused.delete(intentKey(entry))) return;
    void this.store.write([{ op: 'drop-tray', room: this.room, session: entry.session, seq: entry.seq }]);
    this.changed();
  }

  /** Up to which answer of each session everything is stored here: the server may forget those. */
  confirmable(): { session: string; upTo: number }[] {
    const firstOpen = new Map<string, number>();
    const note = (session: string, seq: number) =>
      firstOpen.set(session, Math.min(seq, firstOpen.get(session) ?? Infinity));
    for (const { session, seq } of this.unanswered()) note(session, seq);
    for (const [session, seqs] of this.unstored) for (const seq of seqs) note(session, seq);
    return [...this.stored]
      .map(([session, highest]) => ({
        session,
        upTo: Math.min(highest, (firstOpen.get(session) ?? Infinity) - 1),
      }))
      .filter(({ upTo }) => upTo >= 0);
  }

  /** Looks again for sessions of pages that opened since. */
  async inherit(): Promise<void> {
    const waiting: Promise<void>[] = [];
    for (const record of await this.store.sessions(this.room)) {
      if (this.known.has(record.session)) continue;
      this.known.add(record.session);
      // Locks of pages that are gone are granted at once: wait for those, not for the others.
      const gained = new Promise<void>((resolve) =>
        this.ownership.inherit(record, () => void this.adopt(record.session).then(resolve)),
      );
      waiting.push(Promise.race([gained, new Promise<void>((resolve) => setTimeout(resolve, 100))]));
    }
    await Promise.all(waiting);
  }

  /** Called after every change of `pending`, `tray` or `durable`. */
  onChange(listener: () => void): () => void {
    this.changeListeners.add(listener);
    return () => this.changeListeners.delete(listener);
  }

  /** Called with what just left `pending`, before `onChange`. */
  onSettled(listener: (settled: readonly Settled[]) => void): () => void {
    this.settledListeners.add(listener);
    return () => this.settledListeners.delete(listener);
  }

  /** Resolves when everything so far is stored. */
  flushed(): Promise<void> {
    return this.store.write([]);
  }

  /** Leaves the room: what is pending stays stored for the next page. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.entries.size === 0 && this.started) await this.forgetSession(this.session);
    await this.flushed();
    this.ownership.release();
    this.changeListeners.clear();
    this.settledListeners.clear();
    await this.store.close();
  }

  private async keep(entry: PendingIntent): Promise<void> {
    this.started ??= this.ownership
      .own(this.session)
      .then(() =>
        this.store.write([
          { op: 'put-session', value: { room: this.room, session: this.session, aliveAt: this.now() } },
        ]),
      );
    await this.store.write([{ op: 'put-intent', room: this.room, value: entry }]);
  }

  private async adopt(session: string): Promise<void> {
    if (this.closed) return;
    const found = await this.store.intents(this.room, session);
    if (found.length === 0) return this.forgetSession(session);
    this.entries = inOrder([...this.entries.values(), ...found], this.session);
    for (const entry of found) this.put(entry);
    for (const entry of await this.store.tray(this.room)) this.refused.set(intentKey(entry), entry);
    for (const { answer, seq } of found) if (answer) this.noteStored(session, seq);
    this.changed();
  }

  private noteStored(session: string, seq: number): void {
    this.unstored.get(session)?.delete(seq);
    this.stored.set(session, Math.max(seq, this.stored.get(session) ?? -1));
    if (session !== this.session && !this.pending.some((one) => one.session === session)) {
      void this.forgetSession(session);
    }
    this.changed();
  }

  private put(entry: PendingIntent): void {
    const key = intentKey(entry);
    this.entries.set(key, entry);
    if (entry.answer) this.answered.add(key);
    this.list = null;
  }

  private drop(key: string): void {
    this.entries.delete(key);
    this.answered.delete(key);
    this.list = null;
  }

  private forgetSession(session: string): Promise<void> {
    return this.store.write([{ op: 'drop-session', room: this.room, session }]);
  }

  private changed(): void {
    for (const listener of this.changeListeners) listener();
  }
}

/** Sessions one after the other, the one that began first in front, this page's own last. */
function inOrder(entries: readonly PendingIntent[], own: string): Map<string, PendingIntent> {
  const began = new Map<string, string>();
  for (const { session, at } of entries) if (!began.has(session)) began.set(session, at);
  const rank = ({ session }: PendingIntent) =>
    session === own ? '~' : `${began.get(session) ?? ''} ${session}`;
  const compare = (a: PendingIntent, b: PendingIntent) =>
    rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.seq - b.seq;
  return new Map([...entries].sort(compare).map((entry) => [intentKey(entry), entry]));
}

const refusal = (entry: PendingIntent, code: string, params: TrayEntry['params'] = {}): TrayEntry => ({
  session: entry.session,
  seq: entry.seq,
  base: entry.base,
  intent: entry.intent,
  ...versioned(entry.schema),
  label: entry.label,
  at: entry.at,
  code,
  params,
});

/** The frame that carries an intent. */
export const frameOf = (entry: PendingIntent): IntentFrame => ({
  t: 'intent',
  session: entry.session,
  seq: entry.seq,
  base: entry.base,
  ...versioned(entry.schema),
  intent: entry.intent,
});

/** The first version goes without saying: outboxes of before there were versions hold nothing else. */
const versioned = (schema = 1): { readonly schema?: number } => (schema === 1 ? {} : { schema });
