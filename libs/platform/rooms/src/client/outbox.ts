import { uuidv4 } from 'lib0/random';
import type { AnswerFrame } from '../protocol.ts';
import { indexedOutboxStore } from './indexed-outbox-store.ts';
import { hearOtherTabs, type Channels, type OtherTabs } from './other-tabs.ts';
import { inOrder, intentKey, refusal, versioned } from './outbox-entries.ts';
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
  /** Owner of the outbox: caches of two users on one machine never mix. */
  readonly user: string;
  /** `<kind>/<id>` of the room. */
  readonly room: string;
  /** Default: IndexedDB, or memory where the browser stores nothing. */
  readonly store?: OutboxStore;
  /** Default: `navigator.locks` where available, else heartbeats. */
  readonly locks?: Locks | null;
  /** Default: the page's `BroadcastChannel` where available. */
  readonly channels?: Channels | null;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Current schema version of a kind of intent; default: 1. */
  readonly schemaOf?: (kind: string) => number;
}

/** Final state of an intent: shown by the base (`tray` null), or refused and in the tray. */
export interface Settled {
  readonly entry: PendingIntent;
  readonly tray: TrayEntry | null;
}

/**
 * A user's intents in one room, kept until the base shows their outcome. Memory is always up to date; storage follows
 * asynchronously, in order. Every page has a session of its own; sessions of closed pages are taken over by an open
 * page.
 */
export class Outbox {
  /** Session of the intents made by this page. */
  readonly session = uuidv4();
  /** By identity, in order. Bursts of thousands of intents must stay linear: no scans, no copies. */
  private entries = new Map<string, PendingIntent>();
  private list: readonly PendingIntent[] | null = null;
  /** Number of pending intents per session. */
  private readonly counts = new Map<string, number>();
  /** Keys of pending intents that the server has answered and the base does not show yet. */
  private readonly answered = new Set<string>();
  private refused = new Map<string, TrayEntry>();
  private nextSeq = 0;
  private started: Promise<void> | null = null;
  private readonly known = new Set<string>([this.session]);
  /** By session: sequence numbers whose answer is not stored yet, and the highest stored one. */
  private readonly unstored = new Map<string, Set<number>>();
  private readonly stored = new Map<string, number>();
  private readonly changeListeners = new Set<() => void>();
  private readonly settledListeners = new Set<(settled: readonly Settled[]) => void>();
  private closed = false;
  private readonly room: string;
  private readonly now: () => number;
  private readonly schemaOf: (kind: string) => number;
  private readonly tabs: OtherTabs;
  /** Counts this page's changes to the tray, to detect reads that became outdated meanwhile. */
  private trayChanges = 0;

  private constructor(
    { user, room, channels, now, schemaOf }: OutboxOptions,
    private readonly store: OutboxStore,
    private readonly ownership: SessionOwnership,
  ) {
    this.room = room;
    this.now = now ?? Date.now;
    this.schemaOf = schemaOf ?? (() => 1);
    const onTold = () => {
      void this.readTray();
      void this.inherit();
    };
    this.tabs = hearOtherTabs(`cotejo-outbox:${user}:${room}`, onTold, channels);
  }

  /** Loads the stored outbox; intents of closed pages join once their page is known to be gone. */
  static async open(options: OutboxOptions): Promise<Outbox> {
    let told: () => void = () => undefined;
    let store = options.store;
    if (!store) {
      const open = () => openRoomDatabase(options.user);
      const database = await open();
      store = database ? indexedOutboxStore(database, () => told(), open) : memoryOutboxStore();
    }
    const locks =
      options.locks === undefined
        ? typeof navigator === 'undefined'
          ? null
          : navigator.locks
        : options.locks;
    const ownership = locks
      ? ownByLocks(locks, `cotejo-outbox:${options.user}:${options.room}`)
      : ownByHeartbeat(store, options.room, options.now ?? Date.now);
    const outbox = new Outbox(options, store, ownership);
    told = () => outbox.changed();
    await outbox.readTray();
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

  /** Pending intents without an answer, in order. The iterator is invalid after a change of the outbox. */
  *unanswered(): Generator<PendingIntent> {
    for (const entry of this.entries.values()) if (entry.answer === null) yield entry;
  }

  /** Oldest first. */
  get tray(): readonly TrayEntry[] {
    return [...this.refused.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
  }

  /** Adds an intent made on base version `base`; it is in `pending` when this returns. */
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
   * Records the server's answer. The intent leaves `pending` only once the base has reached the answer's version. An
   * answer to an intent that is no longer here (answered twice) is only noted as stored.
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
    // If the answer is not stored, the intent is sent again at the next visit, so the server must keep its answer.
    void written.then((isStored) => isStored && this.noteStored(frame.session, frame.seq));
    this.changed();
  }

  /** Drops answered intents that the base has reached; refused ones go to the tray. Resolves once stored. */
  settle(baseVersion: number): Promise<boolean> {
    const settled: Settled[] = [];
    for (const key of this.answered) {
      const entry = this.entries.get(key);
      if (!entry?.answer || entry.answer.version > baseVersion) continue;
      const { outcome } = entry.answer;
      this.drop(key);
      settled.push({ entry, tray: outcome.ok ? null : refusal(entry, outcome.code, outcome.params) });
    }
    if (settled.length === 0) return Promise.resolve(true);
    for (const { tray } of settled) if (tray) this.refused.set(intentKey(tray), tray);
    const written = this.store.write(
      settled.flatMap(({ entry, tray }) => [
        ...(tray ? [{ op: 'put-tray', room: this.room, value: tray } as const] : []),
        { op: 'drop-intent', room: this.room, session: entry.session, seq: entry.seq } as const,
      ]),
    );
    if (settled.some(({ tray }) => tray)) this.trayChanged(written);
    for (const listener of this.settledListeners) listener(settled);
    this.changed();
    return written;
  }

  /** Whether any answer has a version beyond this one. */
  isAnsweredBeyond(version: number): boolean {
    for (const key of this.answered)
      if ((this.entries.get(key)?.answer?.version ?? -1) > version) return true;
    return false;
  }

  /**
   * Marks answered intents beyond version `beyond` as refused with `code`: after a restore from backup the server's
   * history no longer contains the version of their answer.
   */
  abandonAnswered(code: string, beyond: number): void {
    for (const key of this.answered) {
      const entry = this.entries.get(key);
      if (!entry?.answer || entry.answer.version <= beyond) continue;
      this.put({ ...entry, answer: { outcome: { ok: false, code }, version: beyond } });
    }
    void this.settle(beyond);
  }

  /**
   * Marks all unanswered intents as refused with `code`, because the server will not answer them; they go to the tray.
   */
  abandonUnanswered(code: string, version: number): void {
    for (const entry of [...this.unanswered()])
      this.put({ ...entry, answer: { outcome: { ok: false, code }, version } });
    void this.settle(version);
  }

  /** Removes entries from the tray permanently, after they were discarded or reapplied. */
  discard(entries: readonly { session: string; seq: number }[]): void {
    const found = entries.filter((entry) => this.refused.delete(intentKey(entry)));
    if (found.length === 0) return;
    this.trayChanged(
      this.store.write(found.map(({ session, seq }) => ({ op: 'drop-tray', room: this.room, session, seq }))),
    );
    this.changed();
  }

  /** Per session, the highest sequence number up to which all answers are stored here: the server may forget them. */
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

  /** Looks for sessions of pages opened since the last call. */
  async inherit(): Promise<void> {
    const waiting: Promise<void>[] = [];
    for (const record of await this.store.sessions(this.room)) {
      if (this.known.has(record.session)) continue;
      this.known.add(record.session);
      // Locks of closed pages are granted at once: 100 ms wait for those, without waiting for open pages.
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

  /** Called with the intents that just left `pending`, before `onChange`. */
  onSettled(listener: (settled: readonly Settled[]) => void): () => void {
    this.settledListeners.add(listener);
    return () => this.settledListeners.delete(listener);
  }

  /** Resolves when everything so far is stored. */
  async flushed(): Promise<void> {
    await this.store.write([]);
  }

  /** Leaves the room; pending intents stay stored for the next page. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.entries.size === 0 && this.started) await this.forgetSession(this.session);
    await this.flushed();
    this.ownership.release();
    this.tabs.close();
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
      )
      // Other pages then wait on this session's lock, and take it over when this page closes.
      .then(() => this.tabs.tell());
    await this.store.write([{ op: 'put-intent', room: this.room, value: entry }]);
  }

  private async adopt(session: string): Promise<void> {
    if (this.closed) return;
    const found = await this.store.intents(this.room, session);
    if (found.length === 0) return this.forgetSession(session);
    for (const entry of found) this.put(entry);
    this.entries = inOrder([...this.entries.values()], this.session);
    this.list = null;
    await this.readTray();
    for (const { answer, seq } of found) if (answer) this.noteStored(session, seq);
    this.changed();
  }

  /** Reads the tray from storage, which all pages share; the stored content replaces this page's. */
  private async readTray(): Promise<void> {
    for (let changes = -1; changes !== this.trayChanges && !this.closed;) {
      changes = this.trayChanges;
      await this.flushed();
      const entries = await this.store.tray(this.room);
      // If storage has failed, this page's memory is the only correct tray.
      if (!(await this.store.write([]))) return;
      if (changes === this.trayChanges)
        this.refused = new Map(entries.map((entry) => [intentKey(entry), entry]));
    }
    this.changed();
  }

  private trayChanged(written: Promise<boolean>): void {
    this.trayChanges += 1;
    void written.then((isStored) => isStored && this.tabs.tell());
  }

  private noteStored(session: string, seq: number): void {
    this.unstored.get(session)?.delete(seq);
    this.stored.set(session, Math.max(seq, this.stored.get(session) ?? -1));
    if (session !== this.session && !this.counts.get(session)) void this.forgetSession(session);
    this.changed();
  }

  private put(entry: PendingIntent): void {
    const key = intentKey(entry);
    if (!this.entries.has(key)) this.count(entry.session, 1);
    this.entries.set(key, entry);
    if (entry.answer) this.answered.add(key);
    this.list = null;
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry) this.count(entry.session, -1);
    this.entries.delete(key);
    this.answered.delete(key);
    this.list = null;
  }

  private count(session: string, more: number): void {
    this.counts.set(session, (this.counts.get(session) ?? 0) + more);
  }

  private async forgetSession(session: string): Promise<void> {
    await this.store.write([{ op: 'drop-session', room: this.room, session }]);
  }

  private changed(): void {
    for (const listener of this.changeListeners) listener();
  }
}
