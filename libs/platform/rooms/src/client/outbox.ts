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
  /** Whose outbox it is: caches of two people on one machine never mix. */
  readonly user: string;
  /** `<kind>/<id>` of the room. */
  readonly room: string;
  /** Default: IndexedDB, or memory where the browser keeps nothing. */
  readonly store?: OutboxStore;
  /** Default: `navigator.locks` where the browser has it, else heartbeats. */
  readonly locks?: Locks | null;
  /** Default: the page's `BroadcastChannel`, where the browser has it. */
  readonly channels?: Channels | null;
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
  /** Pending ones of each session. */
  private readonly counts = new Map<string, number>();
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
  private readonly room: string;
  private readonly now: () => number;
  private readonly schemaOf: (kind: string) => number;
  private readonly tabs: OtherTabs;
  /** Counts what this page did to the tray: what was read of it meanwhile is old. */
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

  /** Loads what is stored; intents of pages that are gone join as soon as that is sure. */
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
    // Unstored, it would be sent again at the next visit: the server must not forget its answer.
    void written.then((isStored) => isStored && this.noteStored(frame.session, frame.seq));
    this.changed();
  }

  /** Drops what the base now shows; refused work goes to the tray. Resolves once stored. */
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

  /** Refuses in the server's name what it will not answer any more: it goes to the tray, where it can be read. */
  abandonUnanswered(code: string, version: number): void {
    for (const entry of [...this.unanswered()])
      this.put({ ...entry, answer: { outcome: { ok: false, code }, version } });
    void this.settle(version);
  }

  /** Takes entries out of the tray for good: discarded, or made again. */
  discard(entries: readonly { session: string; seq: number }[]): void {
    const found = entries.filter((entry) => this.refused.delete(intentKey(entry)));
    if (found.length === 0) return;
    this.trayChanged(
      this.store.write(found.map(({ session, seq }) => ({ op: 'drop-tray', room: this.room, session, seq }))),
    );
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
  async flushed(): Promise<void> {
    await this.store.write([]);
  }

  /** Leaves the room: what is pending stays stored for the next page. */
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
      // They wait for this page to go: what it leaves undone is theirs then.
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

  /** The tray is one for all pages: what is stored of it is what all of them show. */
  private async readTray(): Promise<void> {
    for (let changes = -1; changes !== this.trayChanges && !this.closed;) {
      changes = this.trayChanges;
      await this.flushed();
      const entries = await this.store.tray(this.room);
      // Where nothing is stored any more, only this page knows what is in the tray.
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
