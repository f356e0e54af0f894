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
  /** Key of this person's caches. */
  readonly user: string;
  readonly outbox: Outbox;
  /** Fetches the document whole when there is no base of it; without it the socket does. */
  readonly loadBase?: LoadBase;
}

export interface RoomListener {
  /** The base is another document from now on: from the cache or loaded whole, empty after a reset. */
  onBase?(doc: Y.Doc): void;
  /** The base holds this version; its contents were applied just before. */
  onVersion?(version: number): void;
  onStatus?(status: RoomStatus): void;
  /** What this person may do in the room changed, or was learnt. */
  onMode?(mode: 'edit' | 'read'): void;
  onPeers?(peers: readonly Peer[]): void;
}

/** Intents sent and not answered; well under the server's limit for one connection. */
const MAX_IN_FLIGHT = 500;
const CONFIRM_AFTER_MS = 250;
/** How long a server that is connected may stay behind an answer before that answer is void. */
const LOST_HISTORY_AFTER_MS = 10_000;
/** Code with which work ends in the tray when a restored server no longer knows it. */
export const HISTORY_REPLACED = 'history_replaced';
/** Code with which unsent work ends in the tray when the room no longer lets the person in. */
export const ROOM_REVOKED = 'room_revoked';

/** What the base is and holds; `link` is the chain link at `version`. */
interface Base {
  document: string | null;
  version: number;
  link: string | null;
}

const REVOKED: ReadonlySet<number> = new Set([closeCode.forbidden, closeCode.notFound]);
const NOTHING: Base = { document: null, version: -1, link: null };

/**
 * A client's side of one room: a read-only document that follows the server's, and an outbox that
 * follows the person. Knows nothing of what the document or the intents mean.
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
  /** Of the present connection: the server said hello; the base took the first sync. */
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

  /** The replica. Nobody but this connection writes it. */
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
  /** `edit` until the server says otherwise: offline work is judged when it arrives. */
  get mode(): 'edit' | 'read' {
    return this.isRevoked ? 'read' : (this.hello?.mode ?? 'edit');
  }
  /** Who the server says we are; null before the first connection. */
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

  /** Shows what is cached, then connects and stays connected. Resolves once the cache is read. */
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

  /** Queues what a person asked and sends it when it can be sent. */
  submit(intent: RoomIntent, label: string): PendingIntent {
    return this.outbox.add(intent, this.version, label);
  }

  /** Tells the others where this person is. */
  setPresence(where: { item: string | null; field: string | null }): void {
    this.presence.setLocalState(where);
  }

  /** Whoever reads the base can't make sense of it: it is thrown away and fetched anew. */
  distrustBase(): void {
    if (!this.closed) this.startOver();
  }

  /** Leaves the room. First waits for answers to what can be sent, at most `drain` milliseconds. */
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
    // y-websocket announces presence under the document's client id.
    doc.clientID = this.presence.clientID;
    return doc;
  }

  private show(doc: Y.Doc, mark: Base): void {
    this.link.replaceDocument(doc);
    this.tell((one) => one.onBase?.(doc));
    this.reach(mark);
  }

  /** Whoever holds nothing begins with the whole document, and asks the socket for the difference. */
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

  /** The person may not be here any more, or there is no such room. */
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
    // A node that is behind the one of before gave nothing new: the base is further already.
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

  /** Drops the base and its cache, keeps the outbox, and comes back with empty hands. */
  private startOver(): void {
    this.held = NOTHING;
    this.firstLoad.failed();
    void this.cache?.clear();
    const doc = this.emptyDocument();
    this.link.replaceDocument(doc);
    this.tell((one) => one.onBase?.(doc));
  }

  /**
   * A server that was restored from a backup may have forgotten work that it had answered. It shows as an
   * answer beyond everything that the server has, for longer than a node can be behind.
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
      // In the server's name, but not while its outbox is being walked through.
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

/** Changes that build on others that never came would wait in the document unseen. */
const isWhole = ({ store }: Y.Doc): boolean => store.pendingStructs === null && store.pendingDs === null;

const tooLarge = ({ session, seq }: PendingIntent, version: number): AnswerFrame => ({
  t: 'answer',
  session,
  seq,
  outcome: { ok: false, code: INTENT_TOO_LARGE },
  version,
});

/** Null for bytes that are no document. */
function loadedDocument(doc: Y.Doc, update: Uint8Array): Y.Doc | null {
  try {
    Y.applyUpdate(doc, update);
    if (isWhole(doc)) return doc;
  } catch {
    // The socket alone will do.
  }
  doc.destroy();
  return null;
}

/** See `RoomConnection`. */
export const createRoomConnection = (options: RoomConnectionOptions): RoomConnection =>
  new RoomConnection(options);
