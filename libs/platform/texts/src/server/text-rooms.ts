import { randomUUID } from 'node:crypto';
import { closeCode } from '@cotejo/rooms/protocol';
import {
  RoomRefusal,
  type Admission,
  type Audience,
  type OpenRoom,
  type RoomHost,
} from '@cotejo/rooms/server';
import type { Pool } from 'pg';
import * as Y from 'yjs';
import { contentsOf, MAX_DOCUMENT_BYTES, MAX_UPDATE_BYTES, refusal, type FieldContent } from '../protocol.ts';
import { MOST_EXCESS, MOST_STEPS } from './integration-cost.ts';
import { LiveText } from './live-text.ts';
import { Reviser } from './revise-text.ts';
import { TextDoorbell } from './text-doorbell.ts';
import { InQuarantine, QuarantinedText } from './quarantined-text.ts';
import { CostlyText, documentIdOf, UnreadableText } from './text-fold.ts';
import { TextGate } from './text-gate.ts';
import type { TextHost, TextLimits, TextTimes } from './text-host.ts';
import { TextStore, type StoredText, type TextKey } from './text-store.ts';

export const defaultTextTimes: TextTimes = {
  idle: 3_000,
  most: 30_000,
  hold: 8_000,
  lease: 15_000,
  poll: 2_000,
  sweep: 60_000,
};

export const defaultTextLimits: TextLimits = {
  updateBytes: MAX_UPDATE_BYTES,
  documentBytes: MAX_DOCUMENT_BYTES,
  documentStructs: 100_000,
  documentClients: 20_000,
  steps: MOST_STEPS,
  excess: MOST_EXCESS,
  coveredRows: 200,
  openBytes: 64 * 1024 * 1024,
};

export interface TextRoomsOptions<P> {
  readonly host: TextHost<P>;
  readonly pool: Pool;
  /** For the connection that listens: direct, not through a transaction pooler. */
  readonly connectionString: string;
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, details: object) => void;
  readonly times?: Partial<TextTimes>;
  readonly limits?: Partial<TextLimits>;
}

interface Open<P> {
  readonly text: LiveText<P>;
  readonly reviser: Reviser<P>;
}

const MOST_SWEPT = 20;
const nameOf = ({ account, document }: TextKey): string => `${account} ${document}`;

/** Documents that people write together, as a kind of rooms; and the gates of those documents. */
export class TextRooms<P> implements RoomHost<P> {
  readonly kind: string;
  readonly permission: string | null;
  private readonly store: TextStore;
  private readonly bell: TextDoorbell;
  private readonly times: TextTimes;
  private readonly limits: TextLimits;
  private readonly log: NonNullable<TextRoomsOptions<P>['log']>;
  private readonly opening = new Map<string, Promise<Open<P>>>();
  private readonly documents = new Map<string, Open<P>>();
  private readonly quarantined = new Map<QuarantinedText<P>, TextKey>();
  private readonly leaving = new Set<Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private sweeping: Promise<void> | null = null;
  private isStopped = false;

  constructor(private readonly options: TextRoomsOptions<P>) {
    const { host, pool, connectionString } = options;
    this.kind = host.kind;
    this.permission = host.permission;
    this.times = { ...defaultTextTimes, ...options.times };
    this.limits = { ...defaultTextLimits, ...options.limits };
    this.log = options.log ?? (() => undefined);
    const node = randomUUID();
    this.store = new TextStore(pool, node);
    this.bell = new TextDoorbell(connectionString, node, (key) => this.ring(key));
  }

  /** Listens to the other nodes, and looks after what nobody revised. */
  async start(): Promise<void> {
    await this.bell.start();
    this.timers.push(
      setInterval(() => void this.look(), this.times.poll),
      setInterval(() => void this.sweep(), this.times.sweep),
    );
    for (const timer of this.timers) timer.unref();
  }

  /** After the rooms were drained: has revised what was written, and ends. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.sweeping;
    await this.rest();
    await Promise.all([...this.documents.values()].map((one) => this.end(one)));
    await Promise.all(this.leaving);
    await this.bell.stop();
  }

  /** How much is open on this node. */
  get load(): { readonly documents: number; readonly bytes: number } {
    let bytes = 0;
    for (const { text } of this.documents.values()) bytes += text.size;
    return { documents: this.documents.size, bytes };
  }

  /** Has revised what was written in the documents that are open here. */
  async rest(): Promise<void> {
    const open = [...this.documents.values()];
    await Promise.all(open.map(({ text, reviser }) => text.settled().then(() => reviser.revise())));
  }

  /** Has a document revised as soon as may be, without waiting for its people to pause. */
  reviseSoon(key: TextKey): void {
    if (!this.isStopped) this.track(this.reviseNow(key));
  }

  /** All fields of a document that is open here, as they are now; null when it isn't. */
  async fieldsOf(key: TextKey): Promise<readonly FieldContent[] | null> {
    const { host } = this.options;
    const open = this.documents.get(nameOf(key));
    return open ? contentsOf(open.text.document, await host.rootKinds(host.roomOf(key))) : null;
  }

  authorize(principal: P, id: string): Promise<Admission> {
    return this.options.host.mayEnter(principal, id);
  }

  async open(id: string, audience: Audience<P>): Promise<OpenRoom<P>> {
    const { host } = this.options;
    const key = await host.locate(id);
    if (!key) throw new RoomRefusal(closeCode.notFound, 'no such document');
    const open = await this.opened(key, id).catch((error: unknown) => {
      if (error instanceof InQuarantine) return error;
      throw error;
    });
    if (open instanceof InQuarantine) return this.openQuarantined(key, audience, open);
    // It ended while we waited for it.
    if (this.documents.get(nameOf(key)) !== open) return this.open(id, audience);
    const { text, reviser } = open;
    text.audiences.add(audience);
    return {
      get document() {
        return text.document;
      },
      get documentId() {
        return text.documentId;
      },
      get version() {
        return text.version;
      },
      get link() {
        return text.link;
      },
      linkAt: (version) => text.linkAt(version),
      // There are no intents here: whoever sends one speaks of another kind of room.
      submit: (member) => member.close(closeCode.protocolError, 'no intents'),
      confirm: () => undefined,
      write: (member, update) => text.write(member, update),
      rest: () => void text.settled().then(() => reviser.revise()),
      leave: () => {
        text.audiences.delete(audience);
        if (text.audiences.size === 0) this.track(this.endIfEmpty(open));
      },
    };
  }

  /** What people may do in a room may be another thing now: who may not be there leaves, modes are told. */
  async judgeAgain(id: string): Promise<void> {
    const { host } = this.options;
    const key = await host.locate(id);
    const open = key && this.documents.get(nameOf(key));
    for (const audience of open?.text.audiences ?? []) {
      for (const member of [...audience.members()]) {
        const admission = await host.mayEnter(member.principal, id);
        if (admission.ok) member.setMode(admission.mode);
        else member.close(admission.code, admission.reason);
      }
    }
  }

  /**
   * Closes a document's gate, on all nodes: what people write from now on waits for a while. Always open it again.
   * @throws GateBusy when somebody else keeps it closed for longer than writes may wait
   */
  async closeGate(key: TextKey): Promise<TextGate> {
    const { hold, lease } = this.times;
    const kinds = await this.options.host.rootKinds(this.options.host.roomOf(key));
    return TextGate.close(key, { store: this.store, kinds, leaseMs: lease, patienceMs: hold });
  }

  /** Has revised what nobody has open and nobody revised: a node crashed, or the host could not keep it. */
  async sweep(olderThan: number = this.times.sweep): Promise<void> {
    this.sweeping ??= this.reviseLeftOvers(olderThan).finally(() => (this.sweeping = null));
    await this.sweeping;
  }

  private async reviseLeftOvers(olderThan: number): Promise<void> {
    try {
      for (const key of await this.store.uncovered(olderThan, MOST_SWEPT)) {
        if (this.isStopped) return;
        // One that nobody can read must not keep the others waiting.
        await this.reviseNow(key).catch((error: unknown) =>
          this.log('warn', 'a text that nobody revised could not be read', { ...key, error }),
        );
      }
    } catch (error) {
      this.log('warn', 'texts that nobody revised were not looked after', { error });
    }
  }

  /** Also where nobody has it open here. */
  private async reviseNow(key: TextKey): Promise<void> {
    const open = await this.opened(key, this.options.host.roomOf(key));
    await this.endIfEmpty(open);
  }

  /** As the last revision has it: whoever comes reads that, and is told. */
  private async openQuarantined(
    key: TextKey,
    audience: Audience<P>,
    { covered, epoch }: InQuarantine,
  ): Promise<OpenRoom<P>> {
    const { host } = this.options;
    const room: QuarantinedText<P> = new QuarantinedText<P>({
      // Nobody may take it for the document, or the document for it.
      documentId: documentIdOf(`${host.incarnation} ${refusal.quarantined}`, key, epoch),
      covered,
      revised: (await host.seed?.(key)) ?? null,
      audience,
      onLeave: () => this.quarantined.delete(room),
    });
    this.quarantined.set(room, key);
    return room;
  }

  private async quarantine({ key, seq }: CostlyText): Promise<void> {
    this.log('warn', 'a text is in quarantine: a row of it would cost too much', { ...key, row: seq });
    await this.store.quarantine(key, seq);
  }

  /** Those that an operator began anew are opened again. */
  private async lookAtQuarantined(): Promise<void> {
    const still = new Set((await this.store.quarantined([...this.quarantined.values()])).map(nameOf));
    for (const [room, key] of [...this.quarantined])
      if (!still.has(nameOf(key))) room.audience.close(closeCode.tryAgain, 'try again');
  }

  private ring(key: TextKey | null): void {
    if (this.quarantined.size > 0) this.track(this.lookAtQuarantined());
    if (key) this.documents.get(nameOf(key))?.text.ring();
    else for (const { text } of this.documents.values()) text.ring();
  }

  /** Looks by itself whether anybody wrote, in case the bell is silent. */
  private async look(): Promise<void> {
    try {
      const open = [...this.documents.values()].map(({ text }) => text);
      const behind = await this.store.behind(
        open.map(({ key, version, fold }) => ({ key, version, covered: fold.covered })),
      );
      for (const key of behind) this.ring(key);
      await this.lookAtQuarantined();
    } catch (error) {
      this.log('warn', 'texts could not be looked at', { error });
    }
  }

  private opened(key: TextKey, id: string): Promise<Open<P>> {
    const name = nameOf(key);
    const found = this.opening.get(name);
    if (found) return found;
    const opening = this.begin(key, id);
    this.opening.set(name, opening);
    opening.catch(() => this.opening.delete(name));
    return opening;
  }

  private async begin(key: TextKey, id: string): Promise<Open<P>> {
    if (this.isStopped) throw new RoomRefusal(closeCode.goingAway, 'going away');
    if (this.load.bytes > this.limits.openBytes)
      throw new RoomRefusal(closeCode.tryAgain, 'too much is open');
    const { host } = this.options;
    const kinds = await host.rootKinds(id);
    const stored = await this.read(key);
    if (stored.isQuarantined) throw new InQuarantine(stored.covered, stored.epoch);
    const name = nameOf(key);
    let open: Open<P> | null = null;
    try {
      const text = await LiveText.open<P>(
        {
          key,
          id,
          host,
          kinds,
          documentId: documentIdOf(host.incarnation, key, stored.epoch),
          store: this.store,
          times: this.times,
          limits: this.limits,
          onRows: () => open?.reviser.touched(),
          onBroken: (error) => open && this.broken(open, error),
        },
        stored,
      );
      const { store, times, limits, log } = this;
      open = { text, reviser: new Reviser(text, { host, store, times, limits, log }, stored.base) };
    } catch (error) {
      if (error instanceof CostlyText) {
        await this.quarantine(error);
        throw new InQuarantine(stored.covered, stored.epoch);
      }
      if (!(error instanceof UnreadableText)) throw error;
      throw new RoomRefusal(closeCode.unreadable, 'unreadable', { cause: error });
    }
    this.documents.set(name, open);
    // Rows that came between the reading and the bell's knowing of it.
    open.text.ring();
    return open;
  }

  private async read(key: TextKey): Promise<StoredText> {
    const stored = await this.store.load(key);
    if (stored.rows.length > 0) return stored;
    const begun = await this.options.host.seed?.(key);
    // One that was begun anew has a first row in any case: rows go on counting from it.
    const update = begun ?? (stored.head >= 0 ? Y.encodeStateAsUpdate(new Y.Doc()) : null);
    if (!update) return stored;
    const clients = [...Y.decodeStateVector(Y.encodeStateVectorFromUpdate(update)).keys()];
    await this.store.seed(key, stored.head, update, clients);
    return this.store.load(key);
  }

  /** Whoever is there comes back, to what can be read then. */
  private broken(open: Open<P>, error: unknown): void {
    this.log('error', 'a text can not go on', { ...open.text.key, error });
    this.forget(open);
    this.track(open.reviser.close());
    if (error instanceof CostlyText) this.track(this.quarantine(error));
    const code = error instanceof UnreadableText ? closeCode.unreadable : closeCode.tryAgain;
    for (const audience of [...open.text.audiences]) audience.close(code, 'try again');
  }

  private async endIfEmpty(open: Open<P>): Promise<void> {
    await open.text.settled();
    await open.reviser.revise();
    // Somebody may have come meanwhile.
    if (open.text.audiences.size === 0) await this.end(open);
  }

  private async end(open: Open<P>): Promise<void> {
    this.forget(open);
    await open.reviser.close();
    open.text.document.destroy();
  }

  private forget(open: Open<P>): void {
    const name = nameOf(open.text.key);
    if (this.documents.get(name) !== open) return;
    this.documents.delete(name);
    this.opening.delete(name);
  }

  private track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => this.log('error', 'a text did not end well', { error }));
    this.leaving.add(tracked);
    void tracked.then(() => this.leaving.delete(tracked));
  }
}
