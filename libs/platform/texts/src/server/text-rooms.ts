import { randomUUID } from 'node:crypto';
import { closeCode } from '@cotejo/rooms/protocol';
import {
  RoomRefusal,
  type Admission,
  type Audience,
  type OpenRoom,
  type RoomHost,
} from '@cotejo/rooms/server';
import * as Y from 'yjs';
import { contentsOf, refusal, type FieldContent } from '../protocol.ts';
import { givesWay, givesWayToPerson, type GivesWay, type OpenShare } from './open-shares.ts';
import { LiveText } from './live-text.ts';
import { Reviser } from './revise-text.ts';
import { defaultTextLimits, defaultTextTimes } from './text-defaults.ts';
import { TextNotifications } from './text-notifications.ts';
import { InQuarantine, inQuarantine, QuarantinedText } from './quarantined-text.ts';
import { CostlyText, documentIdOf, UnreadableText } from './text-fold.ts';
import { TextGate } from './text-gate.ts';
import type { TextLimits, TextRoomsOptions, TextTimes } from './text-host.ts';
import { TextStore, type StoredText, type TextKey } from './text-store.ts';

interface Open<P> {
  readonly text: LiveText<P>;
  readonly reviser: Reviser<P>;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

type Share<P> = OpenShare & { readonly open: Open<P> };

const MOST_SWEPT = 20;
const nameOf = ({ account, document }: TextKey): string => `${account} ${document}`;

/** Rooms of collaboratively edited documents, and the gates of those documents. */
export class TextRooms<P> implements RoomHost<P> {
  readonly kind: string;
  readonly permission: string | null;
  private readonly store: TextStore;
  private readonly bell: TextNotifications;
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
    this.bell = new TextNotifications(connectionString, node, (key) => this.ring(key));
  }

  /** Starts listening to other nodes, polling, and sweeping for unrevised documents. */
  async start(): Promise<void> {
    await this.bell.start();
    this.timers.push(
      setInterval(() => void this.look(), this.times.poll),
      setInterval(() => void this.sweep(), this.times.sweep),
    );
    for (const timer of this.timers) timer.unref();
  }

  /** Call after the rooms were drained: cuts pending revisions and stops. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.sweeping;
    await this.rest();
    await Promise.all([...this.documents.values()].map((one) => this.end(one)));
    await Promise.all(this.leaving);
    await this.bell.stop();
  }

  /** Number and stored bytes of the documents open on this node. */
  get load(): { readonly documents: number; readonly bytes: number } {
    let bytes = 0;
    for (const { text } of this.documents.values()) bytes += text.size;
    return { documents: this.documents.size, bytes };
  }

  /** Cuts pending revisions of all documents open here. */
  async rest(): Promise<void> {
    const open = [...this.documents.values()];
    await Promise.all(open.map(({ text, reviser }) => text.settled().then(() => reviser.revise())));
  }

  /** Cuts a revision as soon as possible, without waiting for a pause in writing. */
  reviseSoon(key: TextKey): void {
    if (!this.isStopped) this.track(this.reviseNow(key));
  }

  /** Current fields of a document that is open here; null when it isn't. */
  async fieldsOf(key: TextKey): Promise<readonly FieldContent[] | null> {
    const { host } = this.options;
    const open = this.documents.get(nameOf(key));
    return open ? contentsOf(open.text.document, await host.rootKinds(host.roomOf(key))) : null;
  }

  /** Also refuses when the user has more documents open, and in use, than one user may. */
  async authorize(principal: P, id: string): Promise<Admission> {
    const admission = await this.options.host.mayEnter(principal, id);
    if (!admission.ok || (await this.isOpen(id))) return admission;
    try {
      await this.makeRoom((open) => givesWayToPerson(open, admission.user.id, this.limits, Date.now()));
    } catch (error) {
      if (!(error instanceof RoomRefusal)) throw error;
      return { ok: false, code: error.code, reason: error.message };
    }
    return admission;
  }

  private async isOpen(id: string): Promise<boolean> {
    const key = await this.options.host.locate(id);
    return key !== null && this.documents.has(nameOf(key));
  }

  /**
   * Closes documents until the limits allow another.
   * @throws RoomRefusal when no remaining document may be closed
   */
  private async makeRoom(choose: (open: readonly Share<P>[]) => GivesWay<Share<P>>): Promise<void> {
    for (;;) {
      const gives = choose([...this.documents.values()].map((open) => this.shareOf(open)));
      if (gives === null) return;
      if (gives === 'refuse') throw new RoomRefusal(closeCode.tooBusy, 'too much is open');
      const { open } = gives;
      for (const audience of [...open.text.audiences])
        audience.close(closeCode.tooBusy, 'others need the room');
      await this.endIfEmpty(open);
      // Still open: a user reconnected meanwhile.
      if (this.documents.get(nameOf(open.text.key)) === open)
        throw new RoomRefusal(closeCode.tooBusy, 'too much is open');
    }
  }

  private shareOf(open: Open<P>): Share<P> {
    const { text, usedAt } = open;
    const people = new Set<string>();
    for (const audience of text.audiences) for (const { user } of audience.members()) people.add(user.id);
    const { key, size: bytes } = text;
    return { open, account: key.account, group: this.options.host.groupOf(key), bytes, usedAt, people };
  }

  async open(id: string, audience: Audience<P>): Promise<OpenRoom<P>> {
    const { host } = this.options;
    const key = await host.locate(id);
    if (!key) throw new RoomRefusal(closeCode.notFound, 'no such document');
    const open = await this.opened(key, id).catch(inQuarantine);
    if (open instanceof InQuarantine) return this.openQuarantined(key, audience, open);
    if (this.documents.get(nameOf(key)) !== open) return this.open(id, audience);
    const { text, reviser } = open;
    text.audiences.add(audience);
    open.usedAt = Date.now();
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
      // Rooms of texts have no intents: the client is confused about the kind of room.
      submit: (member) => member.close(closeCode.protocolError, 'no intents'),
      confirm: () => undefined,
      write: (member, update) => {
        open.usedAt = Date.now();
        return text.write(member, update);
      },
      rest: () => void text.settled().then(() => reviser.revise()),
      leave: () => {
        text.audiences.delete(audience);
        if (text.audiences.size === 0) this.track(this.endIfEmpty(open));
      },
    };
  }

  /** Rights in a room may have changed: closes connections without access, and sends new modes to the others. */
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
   * Closes a document's gate on all nodes: from now on writes wait. The caller must open it again.
   * @throws GateBusy when another owner keeps it closed for longer than writes may wait
   */
  async closeGate(key: TextKey): Promise<TextGate> {
    const { hold, lease } = this.times;
    const kinds = await this.options.host.rootKinds(this.options.host.roomOf(key));
    return TextGate.close(key, { store: this.store, kinds, leaseMs: lease, patienceMs: hold });
  }

  /**
   * Cuts revisions of documents that are not open and were left unrevised: a node crashed, or the host could not store
   * a revision.
   */
  async sweep(olderThan: number = this.times.sweep): Promise<void> {
    this.sweeping ??= this.reviseLeftOvers(olderThan).finally(() => (this.sweeping = null));
    await this.sweeping;
  }

  private async reviseLeftOvers(olderThan: number): Promise<void> {
    try {
      for (const key of await this.store.uncovered(olderThan, MOST_SWEPT)) {
        if (this.isStopped) return;
        // An unreadable document must not block the others.
        await this.reviseNow(key).catch((error: unknown) =>
          this.log('warn', 'a text that nobody revised could not be read', { ...key, error }),
        );
      }
    } catch (error) {
      this.log('warn', 'texts that nobody revised were not looked after', { error });
    }
  }

  private async reviseNow(key: TextKey): Promise<void> {
    const open = await this.opened(key, this.options.host.roomOf(key));
    await this.endIfEmpty(open);
  }

  /** Opens the last revision read-only; clients receive a notice with hello. */
  private async openQuarantined(
    key: TextKey,
    audience: Audience<P>,
    { covered, epoch }: InQuarantine,
  ): Promise<OpenRoom<P>> {
    const { host } = this.options;
    const room: QuarantinedText<P> = new QuarantinedText<P>({
      // A separate document id: a client must not mix this substitute with the document.
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

  /** Closes connections to documents that an operator repaired, so that clients reopen them. */
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

  /** Polls for changes of other nodes, in case notifications are lost. */
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
    const { host } = this.options;
    const wanted = { account: key.account, group: host.groupOf(key) };
    await this.makeRoom((open) => givesWay(open, wanted, this.limits, Date.now()));
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
      open = {
        text,
        reviser: new Reviser(text, { host, store, times, limits, log }, stored.base),
        usedAt: Date.now(),
      };
    } catch (error) {
      if (error instanceof CostlyText) {
        await this.quarantine(error);
        throw new InQuarantine(stored.covered, stored.epoch);
      }
      if (!(error instanceof UnreadableText)) throw error;
      throw new RoomRefusal(closeCode.unreadable, 'unreadable', { cause: error });
    }
    this.documents.set(name, open);
    // Picks up rows written between loading and registration for notifications.
    open.text.ring();
    return open;
  }

  private async read(key: TextKey): Promise<StoredText> {
    const stored = await this.store.load(key);
    if (stored.rows.length > 0) return stored;
    const begun = await this.options.host.seed?.(key);
    // A repaired document gets an initial row even without content, because its row numbers continue.
    const update = begun ?? (stored.head >= 0 ? Y.encodeStateAsUpdate(new Y.Doc()) : null);
    if (!update) return stored;
    const clients = [...Y.decodeStateVector(Y.encodeStateVectorFromUpdate(update)).keys()];
    await this.store.seed(key, stored.head, update, clients);
    return this.store.load(key);
  }

  /** Closes the document; clients reconnect to a readable state. */
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
    // A user may have joined meanwhile.
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
