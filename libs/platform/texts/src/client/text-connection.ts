import {
  HISTORY_REPLACED,
  peersOf,
  ROOM_REVOKED,
  RoomLink,
  type Peer,
  type RoomStatus,
  type TextDirt,
  type TextDraft,
} from '@cotejo/rooms/client';
import {
  closeCode,
  ROOM_PROTOCOL,
  serverFrame,
  type Advance,
  type HelloFrame,
  type RefusedFrame,
} from '@cotejo/rooms/protocol';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES, refusal, rootNameOf } from '../protocol.ts';
import { draftOf } from './draft-of.ts';
import { TextCache } from './text-cache.ts';
import type { TextConnectionOptions, TextListener } from './text-options.ts';
import { textStatus, type TextStatus } from './text-status.ts';
import { UnsentWrites } from './unsent-writes.ts';

const STORE_AFTER_MS = 300;
/** Milliseconds before writes refused with `again` are resent. */
const AGAIN_AFTER_MS = 1_000;
const REVOKED: ReadonlySet<number> = new Set([closeCode.forbidden, closeCode.notFound]);

/**
 * Client side of one collaboratively edited document: cached in this browser, editable at once, sent in the background,
 * with an honest save status. A refused update becomes a draft, and the document is reloaded from the server.
 */
export class TextConnection {
  /** Presence of this user and the others; an editor sets its cursor here. */
  readonly presence = new Awareness(new Y.Doc());
  private readonly link: RoomLink;
  private readonly listeners = new Set<TextListener>();
  private readonly unsent = new UnsentWrites();
  private cache: TextCache | null = null;
  private documentId: string | null = null;
  private version = -1;
  private hello: HelloFrame | null = null;
  private isShown = false;
  private isKept = false;
  private isSynced = false;
  private isClosed = false;
  private early: Advance[] = [];
  /** State vector from the server's SyncStep1; null before it. */
  private serverVector: Uint8Array | null = null;
  private inherited: readonly TextDirt[] = [];
  private readonly touched = new Set<string>();
  private toStore: Uint8Array[] = [];
  private storing: ReturnType<typeof setTimeout> | null = null;
  private again: ReturnType<typeof setTimeout> | null = null;
  private drafts_: readonly TextDraft[] = [];
  private told: TextStatus = { state: 'loading' };

  constructor(private readonly options: TextConnectionOptions) {
    this.link = new RoomLink(options, this.presence, this.begin(), {
      onConnecting: async () => undefined,
      onOpen: () => this.greet(),
      onFrame: (value) => this.onFrame(value),
      onSyncStep2: () => this.onSynced(),
      onSyncStep1: (vector) => this.onAsked(vector),
      onAdvance: (advance) => this.onAdvance(advance),
      onDown: () => this.onDown(),
      onStatus: (status) => this.onLink(status),
    });
  }

  /** Null while there is no document to show. */
  get document(): Y.Doc | null {
    return this.isShown ? this.link.doc : null;
  }
  get status(): TextStatus {
    return this.told;
  }
  get mode(): 'edit' | 'read' {
    return this.link.status.state === 'refused' ? 'read' : (this.hello?.mode ?? 'edit');
  }
  get me(): HelloFrame['user'] | null {
    return this.hello?.user ?? null;
  }
  get peers(): readonly Peer[] {
    return peersOf(this.presence);
  }
  /** Number of stored rows in the shown document; a sign-off uses it to record which state the user saw. */
  get rows(): number {
    return this.version + 1;
  }
  /** Refused text from this page and earlier ones, until the user discards it. */
  get drafts(): readonly TextDraft[] {
    return this.drafts_;
  }

  listen(listener: TextListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Shows the cached document, then connects and reconnects until closed. Resolves once the cache is read. */
  async open(): Promise<void> {
    const { user } = this.options;
    this.cache = await TextCache.open(user, this.room);
    const [kept, drafts] = await Promise.all([this.cache.load(), this.cache.drafts()]);
    if (this.isClosed) return this.cache.close();
    this.showDrafts(drafts);
    if (kept) {
      Y.applyUpdate(this.link.doc, kept.update, this);
      this.toStore = [];
      this.isKept = true;
      this.documentId = kept.document;
      this.inherited = kept.dirt;
      this.unsent.isDirty = kept.dirt.length > 0;
      this.show();
    }
    this.presence.on('change', () => this.tell((one) => one.onPeers?.(this.peers)));
    this.link.start();
    this.tellStatus();
  }

  /** Publishes the user's row and field; the cursor set by an editor is kept. */
  setPresence(where: { readonly item: string | null; readonly field: string | null }): void {
    this.presence.setLocalState({ ...this.presence.getLocalState(), ...where });
  }

  /** The user left the field: the server cuts a revision, so that the text appears in the history. */
  rest(): void {
    this.link.send({ t: 'rest' });
  }

  /** Removes a draft that the user copied or does not want. */
  async discardDraft(id: string): Promise<void> {
    this.showDrafts(this.drafts_.filter((draft) => draft.id !== id));
    await this.cache?.dropDraft(id);
  }

  /** Leaves the room. Waits at most `drain` milliseconds for the server to confirm what was written. */
  async close(drain = 0): Promise<void> {
    if (this.isClosed) return;
    if (drain > 0 && this.isSynced && this.unsent.isDirty) await this.drained(drain);
    this.store();
    this.isClosed = true;
    this.link.stop();
    this.onDown();
    this.presence.destroy();
    this.listeners.clear();
    await this.cache?.close();
  }

  private get room(): string {
    return `${this.options.kind}/${this.options.id}`;
  }

  /** A new client id, because updates refused under the old id must never be mistaken for later ones. */
  private begin(): Y.Doc {
    const document = new Y.Doc();
    const state = this.presence.getLocalState();
    if (this.presence.clientID !== document.clientID) {
      this.presence.setLocalState(null);
      // Editors recognise their own cursor by the document's client id, so presence must use the same id.
      this.presence.clientID = document.clientID;
      this.presence.setLocalState(state);
    }
    document.on(
      'update',
      (update: Uint8Array, _origin: unknown, _document: Y.Doc, { local }: Y.Transaction) => {
        if (document !== this.link.doc) return;
        this.toStore.push(update);
        if (local) this.onWritten(update);
        else this.storing ??= setTimeout(() => this.store(), STORE_AFTER_MS);
      },
    );
    document.on('afterTransaction', (transaction) => {
      // Yjs would clean up redundant formatting marks: deletions that no user made, at the cost of whole-document
      // walks.
      transaction._needFormattingCleanup = false;
      if (!transaction.local || document !== this.link.doc) return;
      for (const type of transaction.changed.keys()) {
        const root = rootNameOf(type);
        if (root !== null) this.touched.add(root);
      }
    });
    return document;
  }

  private show(): void {
    if (this.isShown) return;
    this.isShown = true;
    this.tell((one) => one.onDocument?.(this.document));
  }

  private greet(): void {
    this.link.send({
      t: 'hello',
      protocol: ROOM_PROTOCOL,
      document: this.documentId,
      version: -1,
      link: null,
      awareness: this.presence.clientID,
    });
  }

  private onWritten(update: Uint8Array): void {
    this.unsent.add(update);
    this.store(true);
    this.pump();
    this.tellStatus();
  }

  /** Stores remote updates along with own ones, because own ones may depend on them. */
  private store(isOwn = false): void {
    if (this.storing) clearTimeout(this.storing);
    this.storing = null;
    const { documentId } = this;
    if (documentId === null || this.toStore.length === 0) return;
    const added = this.cache?.add(documentId, this.toStore.splice(0), isOwn);
    if (isOwn) void added?.then(() => this.tellStatus());
  }

  private pump(): void {
    if (!this.serverVector || this.again) return;
    for (let next = this.unsent.take(); next; next = this.unsent.take()) this.send(next);
  }

  private send(next: { readonly write: number; readonly update: Uint8Array }): void {
    const isTooLarge = next.update.length > MAX_UPDATE_BYTES || this.link.write(next) === 'too-large';
    if (isTooLarge) queueMicrotask(() => this.giveUp(refusal.tooLarge));
  }

  private onFrame(value: unknown): void {
    const parsed = serverFrame.safeParse(value);
    if (!parsed.success) return this.link.restart();
    const frame = parsed.data;
    switch (frame.t) {
      case 'hello':
        this.hello = frame;
        if (this.documentId !== null && this.documentId !== frame.document) return;
        this.documentId = frame.document;
        return this.tell((one) => one.onMode?.(this.mode));
      case 'reset':
        return this.documentId === null ? undefined : this.giveUp(HISTORY_REPLACED);
      case 'mode':
        if (this.hello) this.hello = { ...this.hello, mode: frame.mode };
        this.tell((one) => one.onMode?.(this.mode));
        return this.tellStatus();
      case 'stored':
        return this.onStored(frame.write);
      case 'refused':
        return this.onRefused(frame);
      case 'answer':
        return this.link.restart();
    }
  }

  private onSynced(): void {
    if (!this.hello) return this.link.restart();
    this.isSynced = true;
    this.version = this.hello.version;
    // An empty document brings no update; the cache must know it all the same.
    if (!this.isKept) this.toStore.push(Y.encodeStateAsUpdate(this.link.doc));
    this.isKept = true;
    this.store();
    for (const advance of this.early.splice(0)) this.onAdvance(advance);
    this.show();
    this.link.succeeded();
    this.tellStatus();
  }

  private onAdvance(advance: Advance): void {
    if (!this.isSynced) {
      this.early.push(advance);
      return;
    }
    if (advance.from > this.version) return this.link.restart();
    if (advance.to <= this.version) return;
    if (advance.update) Y.applyUpdate(this.link.doc, advance.update, this);
    this.version = advance.to;
  }

  /** The server sent its state vector: everything it lacks is sent first, as one update. */
  private onAsked(vector: Uint8Array): void {
    this.serverVector = vector;
    this.sendAll();
  }

  private sendAll(): void {
    if (!this.serverVector || !this.unsent.isDirty) return;
    this.unsent.beginWith(Y.encodeStateAsUpdate(this.link.doc, this.serverVector));
    this.pump();
  }

  private onStored(write: number): void {
    if (!this.unsent.answered(write)) return;
    this.pump();
    if (!this.unsent.isAnswered) return;
    this.unsent.isDirty = false;
    this.touched.clear();
    void this.cache?.clean(this.inherited);
    this.inherited = [];
    this.tellStatus();
  }

  private onRefused({ write, code, again }: RefusedFrame): void {
    if (!this.unsent.answered(write)) return;
    if (!again) return this.giveUp(code);
    this.unsent.forget();
    this.again ??= setTimeout(() => {
      this.again = null;
      this.sendAll();
    }, AGAIN_AFTER_MS);
  }

  /** Saves unconfirmed text as a draft and reloads the document from the server. */
  private giveUp(code: string): void {
    if (this.isClosed) return;
    if (this.unsent.isDirty) this.keepDraft(code);
    this.documentId = null;
    this.isShown = false;
    this.isKept = false;
    this.toStore = [];
    this.touched.clear();
    this.inherited = [];
    this.unsent.forget();
    this.unsent.isDirty = false;
    void this.cache?.clear();
    this.tell((one) => one.onDocument?.(null));
    this.link.replaceDocument(this.begin());
    this.tellStatus();
  }

  private keepDraft(code: string): void {
    const { room, link, options } = this;
    // It is unknown which fields earlier pages wrote, so the draft contains all of them.
    const fields = this.inherited.length > 0 ? link.doc.share.keys() : this.touched;
    const draft = draftOf(link.doc, fields, options.rootKinds, { room, code });
    if (!draft) return;
    void this.cache?.keepDraft(draft);
    this.showDrafts([...this.drafts_, draft]);
  }

  private showDrafts(drafts: readonly TextDraft[]): void {
    this.drafts_ = drafts;
    this.tell((one) => one.onDrafts?.(drafts));
  }

  private onDown(): void {
    this.isSynced = false;
    this.serverVector = null;
    this.early = [];
    this.unsent.forget();
    if (this.again) clearTimeout(this.again);
    this.again = null;
    this.tellStatus();
  }

  private onLink(status: RoomStatus): void {
    if (status.state === 'refused') {
      if (REVOKED.has(status.code)) this.giveUp(ROOM_REVOKED);
      this.tell((one) => one.onMode?.('read'));
    }
    this.tellStatus();
  }

  private tellStatus(): void {
    const status = textStatus({
      link: this.link.status,
      isShown: this.isShown,
      isSynced: this.isSynced,
      isDirty: this.unsent.isDirty,
      isDurable: this.cache?.durable ?? false,
      isStoring: this.cache?.isStoring ?? false,
      mode: this.mode,
      notice: this.hello?.notice,
    });
    if (JSON.stringify(status) === JSON.stringify(this.told)) return;
    this.told = status;
    this.tell((one) => one.onStatus?.(status));
  }

  private drained(most: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, most);
      const stop = this.listen({ onStatus: () => !this.unsent.isDirty && done() });
    });
  }

  private tell(what: (listener: TextListener) => void): void {
    for (const listener of [...this.listeners]) what(listener);
  }
}
