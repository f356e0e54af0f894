import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import {
  closeCode,
  INTENT_TOO_LARGE,
  ROOM_PROTOCOL,
  serverFrame,
  type Advance,
  type AnswerFrame,
  type HelloFrame,
} from '../protocol.ts';
import { BaseCache } from './base-cache.ts';
import { FirstLoad, type LoadBase } from './first-load.ts';
import type { Outbox } from './outbox.ts';
import { forgetRecords } from './kept-records.ts';
import { frameOf, intentKey } from './outbox-entries.ts';
import type { PendingIntent, RoomIntent } from './outbox-store.ts';
import { peersOf, type Peer } from './peers.ts';
import { RoomLink, type RoomLinkOptions, type RoomStatus } from './room-link.ts';

export interface RoomConnectionOptions extends RoomLinkOptions {
  /** User id under which the caches are stored. */
  readonly user: string;
  readonly outbox: Outbox;
  /** Fetches the whole document over HTTP when there is no cached base; if absent, the socket brings it. */
  readonly loadBase?: LoadBase;
}

export interface RoomListener {
  /** The base is replaced by another document: from the cache, loaded whole, or empty after a reset. */
  onBase?(doc: Y.Doc): void;
  /** The base has reached this version; its contents were applied just before. */
  onVersion?(version: number): void;
  onStatus?(status: RoomStatus): void;
  /** The user's rights in the room changed, or became known. */
  onMode?(mode: 'edit' | 'read'): void;
  onPeers?(peers: readonly Peer[]): void;
}

/** Intents sent and not answered; well under the server's `MAX_INTENTS_IN_FLIGHT` per connection. */
const MAX_IN_FLIGHT = 500;
const CONFIRM_AFTER_MS = 250;
/** Milliseconds that a connected server may stay behind an answer's version before the answer counts as void. */
const LOST_HISTORY_AFTER_MS = 10_000;
/** Tray code of answered work that a restored server no longer contains. */
export const HISTORY_REPLACED = 'history_replaced';
/** Tray code of unsent work in a room that the user lost access to. */
export const ROOM_REVOKED = 'room_revoked';

/** Identity and version of the base; `link` is the chain link at `version`. */
interface Base {
  document: string | null;
  version: number;
  link: string | null;
}

const REVOKED: ReadonlySet<number> = new Set([closeCode.forbidden, closeCode.notFound]);
const NOTHING: Base = { document: null, version: -1, link: null };

/**
 * Client side of one room: a read-only document that follows the server's, and the user's outbox. It is independent of
 * the meaning of documents and intents.
 */
export class RoomConnection {
  readonly outbox: Outbox;
  private readonly presence = new Awareness(new Y.Doc());
  private readonly link: RoomLink;
  private readonly firstLoad: FirstLoad;
  private readonly listeners = new Set<RoomListener>();
  private cache: BaseCache | null = null;
  private held: Base = NOTHING;
  private hello: HelloFrame | null = null;
  /** State of the current connection: the server's hello arrived; the base took the first sync. */
  private greeted = false;
  private synced = false;
  private early: Advance[] = [];
  private readonly inFlight = new Set<string>();
  private confirming: ReturnType<typeof setTimeout> | null = null;
  private lost: ReturnType<typeof setTimeout> | null = null;
  private closed = false;
  private readonly stopListening: (() => void)[] = [];

  constructor(private readonly options: RoomConnectionOptions) {
    this.outbox = options.outbox;
    this.firstLoad = new FirstLoad(options.loadBase);
    this.link = new RoomLink(options, this.presence, this.emptyDocument(), {
      onConnecting: () => this.begin(),
      onOpen: () => this.greet(),
      onFrame: (value) => this.onFrame(value),
      onSyncStep2: () => this.onSynced(),
      onAdvance: (advance) => this.onAdvance(advance),
      onDown: () => this.onDown(),
      onStatus: (status) => this.onStatus(status),
    });
  }

  /** Local replica of the room's document; only this connection writes it. */
  get base(): Y.Doc {
    return this.link.doc;
  }
  /** Version of the whole base; -1 when nothing was ever loaded. */
  get version(): number {
    return this.held.version;
  }
  get status(): RoomStatus {
    return this.link.status;
  }
  /** `edit` until the server says otherwise: offline work is checked by the server when it arrives. */
  get mode(): 'edit' | 'read' {
    return this.isRevoked ? 'read' : (this.hello?.mode ?? 'edit');
  }
  /** The signed-in user as the server named it; null before the first connection. */
  get me(): HelloFrame['user'] | null {
    return this.hello?.user ?? null;
  }
  get pendingCount(): number {
    return this.outbox.pendingCount;
  }
  get peers(): readonly Peer[] {
    return peersOf(this.presence);
  }

  listen(listener: RoomListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows the cached document, then connects and reconnects until closed. Resolves once the cache is read. */
  async open(): Promise<void> {
    this.cache = await BaseCache.open(this.options.user, this.room);
    const cached = await this.cache.load(() => this.emptyDocument());
    if (this.closed) {
      await this.cache.close();
      return;
    }
    if (cached) this.show(cached.doc, cached.mark);
    const onPeers = () => this.tell((one) => one.onPeers?.(this.peers));
    this.presence.on('change', onPeers);
    this.stopListening.push(
      this.outbox.onChange(() => this.pump()),
      () => this.presence.off('change', onPeers),
    );
    this.link.start();
  }

  /** Queues an intent and sends it as soon as the connection allows. */
  submit(intent: RoomIntent, label: string): PendingIntent {
    return this.outbox.add(intent, this.version, label);
  }

  /** Publishes the row and field that the user is on. */
  setPresence(where: { item: string | null; field: string | null }): void {
    this.presence.setLocalState(where);
  }

  /** Discards the base and fetches it anew; for readers that find it inconsistent. */
  distrustBase(): void {
    if (!this.closed) this.startOver();
  }

  /** Leaves the room. Waits at most `drain` milliseconds for answers to intents that can be sent. */
  async close(drain = 0): Promise<void> {
    if (this.closed) return;
    if (drain > 0 && this.synced && this.outbox.unansweredCount > 0) await this.drained(drain);
    this.sendConfirms();
    this.closed = true;
    for (const stop of this.stopListening) stop();
    this.link.stop();
    this.onDown();
    this.presence.destroy();
    this.listeners.clear();
    await this.cache?.close();
    await this.outbox.close();
  }

  private get room(): string {
    return `${this.options.kind}/${this.options.id}`;
  }

  private emptyDocument(): Y.Doc {
    const doc = new Y.Doc();
    // y-websocket announces presence under the document's client id, so all documents share it.
    doc.clientID = this.presence.clientID;
    return doc;
  }

  private show(doc: Y.Doc, mark: Base): void {
    this.link.replaceDocument(doc);
    this.tell((one) => one.onBase?.(doc));
    this.reach(mark);
  }

  /** Without a base, loads the whole document over HTTP first; the socket then brings the difference. */
  private async begin(): Promise<void> {
    if (this.held.document !== null) return;
    const loaded = await this.firstLoad.take();
    if (!loaded || this.closed || this.held.document !== null) return;
    const { update, ...mark } = loaded;
    const doc = loadedDocument(this.emptyDocument(), update);
    if (!doc) return;
    this.show(doc, mark);
    this.cache?.keep(doc, mark, update);
  }

  private greet(): void {
    this.link.send({ t: 'hello', protocol: ROOM_PROTOCOL, ...this.held, awareness: this.presence.clientID });
  }

  private onDown(): void {
    this.greeted = false;
    this.synced = false;
    this.early = [];
    this.inFlight.clear();
    for (const timer of [this.confirming, this.lost]) if (timer) clearTimeout(timer);
    this.confirming = null;
    this.lost = null;
  }

  private onStatus(status: RoomStatus): void {
    const { isRevoked } = this;
    if (isRevoked) {
      void this.cache?.clear();
      void forgetRecords(this.options.user, this.room);
      this.pump();
    }
    this.tell((one) => one.onStatus?.(status));
    if (isRevoked) this.tell((one) => one.onMode?.('read'));
  }

  /** The server refused the room: access was revoked, or the room does not exist. */
  private get isRevoked(): boolean {
    const { status } = this.link;
    return status.state === 'refused' && REVOKED.has(status.code);
  }

  private onFrame(value: unknown): void {
    const parsed = serverFrame.safeParse(value);
    if (!parsed.success) return this.link.restart();
    const frame = parsed.data;
    switch (frame.t) {
      case 'hello':
        return this.onHello(frame);
      case 'reset':
        return this.held.document === null ? undefined : this.startOver();
      case 'mode':
        if (this.hello) this.hello = { ...this.hello, mode: frame.mode };
        return this.tell((one) => one.onMode?.(frame.mode));
      case 'answer':
        return this.onAnswer(frame);
      case 'stored':
      case 'refused':
        return undefined;
    }
  }

  private onHello(frame: HelloFrame): void {
    if (this.held.document !== null && frame.document !== this.held.document) return this.startOver();
    this.hello = frame;
    this.greeted = true;
    this.tell((one) => one.onMode?.(frame.mode));
  }

  private onAnswer(frame: AnswerFrame): void {
    this.inFlight.delete(intentKey(frame));
    this.outbox.answer(frame, this.version);
    this.confirming ??= setTimeout(() => this.sendConfirms(), CONFIRM_AFTER_MS);
    this.noticeLostHistory();
  }

  private onSynced(): void {
    if (!this.hello || !this.greeted) return this.link.restart();
    if (!isWhole(this.base)) return this.startOver();
    this.synced = true;
    this.firstLoad.proved();
    const { document, version, link } = this.hello;
    // A node that lags behind the previous one sent nothing new: the base is already further.
    const mark = version >= this.version ? { document, version, link } : { ...this.held, document };
    this.reach(mark);
    if (mark.link !== null) this.cache?.keep(this.base, { ...mark, link: mark.link });
    for (const advance of this.early.splice(0)) this.onAdvance(advance);
    this.link.succeeded();
    void this.outbox.inherit();
    this.pump();
    this.sendConfirms();
    this.noticeLostHistory();
  }

  private onAdvance(advance: Advance): void {
    if (!this.synced) {
      this.early.push(advance);
      return;
    }
    if (advance.to <= this.version) return;
    const { document } = this.held;
    if (advance.from > this.version || document === null) return this.link.restart();
    if (advance.update) Y.applyUpdate(this.base, advance.update, this);
    if (!isWhole(this.base)) return this.startOver();
    const mark = { document, version: advance.to, link: advance.link };
    this.reach(mark);
    this.cache?.save(mark);
  }

  private reach(held: Base): void {
    this.held = { document: held.document, version: held.version, link: held.link };
    this.tell((one) => one.onVersion?.(held.version));
    void this.outbox.settle(held.version);
  }

  /** Drops the base and its cache, keeps the outbox, and reconnects without a base. */
  private startOver(): void {
    this.held = NOTHING;
    this.firstLoad.failed();
    void this.cache?.clear();
    const doc = this.emptyDocument();
    this.link.replaceDocument(doc);
    this.tell((one) => one.onBase?.(doc));
  }

  /**
   * A server restored from a backup may have lost work that it had already answered. This shows as an answer whose
   * version stays beyond the server's for longer than any node lags behind.
   */
  private noticeLostHistory(): void {
    const isBehind = () => this.outbox.isAnsweredBeyond(this.version);
    if (this.lost || !isBehind()) return;
    this.lost = setTimeout(() => {
      this.lost = null;
      if (isBehind()) this.outbox.abandonAnswered(HISTORY_REPLACED, this.version);
    }, LOST_HISTORY_AFTER_MS);
  }

  private pump(): void {
    if (this.isRevoked && this.outbox.unansweredCount > 0)
      return this.outbox.abandonUnanswered(ROOM_REVOKED, this.version);
    if (!this.synced || this.outbox.unansweredCount <= this.inFlight.size) return;
    for (const entry of this.outbox.unanswered()) {
      if (this.inFlight.size >= MAX_IN_FLIGHT) return;
      const key = intentKey(entry);
      if (this.inFlight.has(key)) continue;
      const fate = this.link.send(frameOf(entry));
      if (fate !== 'down') this.inFlight.add(key);
      // Deferred: `onAnswer` changes the outbox, which this loop is iterating.
      if (fate === 'too-large') queueMicrotask(() => this.onAnswer(tooLarge(entry, this.version)));
    }
  }

  private sendConfirms(): void {
    if (this.confirming) clearTimeout(this.confirming);
    this.confirming = null;
    if (!this.synced) return;
    for (const { session, upTo } of this.outbox.confirmable())
      this.link.send({ t: 'confirm', session, upTo });
  }

  private drained(most: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, most);
      const stop = this.outbox.onChange(() => {
        if (this.outbox.unansweredCount === 0) done();
      });
    });
  }

  private tell(what: (listener: RoomListener) => void): void {
    for (const listener of this.listeners) what(listener);
  }
}

/**
 * False when the document holds updates whose predecessors are missing; Yjs would keep them pending without an error.
 */
const isWhole = ({ store }: Y.Doc): boolean => store.pendingStructs === null && store.pendingDs === null;

const tooLarge = ({ session, seq }: PendingIntent, version: number): AnswerFrame => ({
  t: 'answer',
  session,
  seq,
  outcome: { ok: false, code: INTENT_TOO_LARGE },
  version,
});

/** Null when the bytes are not a complete document. */
function loadedDocument(doc: Y.Doc, update: Uint8Array): Y.Doc | null {
  try {
    Y.applyUpdate(doc, update);
    if (isWhole(doc)) return doc;
  } catch {
    // Not fatal: the socket brings the document.
  }
  doc.destroy();
  return null;
}

export const createRoomConnection = (options: RoomConnectionOptions): RoomConnection =>
  new RoomConnection(options);
