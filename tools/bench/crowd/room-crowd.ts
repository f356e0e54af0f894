import { randomUUID } from 'node:crypto';
import { ITEMS_MAP, type AuditDetail, type ItemId, type TreeRecord } from '@cotejo/audits-contracts';
import { readRecord } from '@cotejo/audits-domain';
import { encodeFrame, messageType, ROOM_PROTOCOL, type AnswerFrame } from '@cotejo/rooms/protocol';
import type { RawClient } from '@cotejo/rooms/testing';
import * as encoding from 'lib0/encoding';
import * as sync from 'y-protocols/sync';
import * as Y from 'yjs';
import { atRate, type Rate } from '../measure/at-rate.ts';
import { clock } from '../measure/clock.ts';
import { usageWhile, type Usage } from '../measure/process-usage.ts';
import { openRawClient, roomPath } from '../product/audit-clients.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import type { Edit } from './choose-edit.ts';
import { everythingSeen, type Crowd } from './crowd.ts';
import { presenceMessage } from './presence-message.ts';
import { frameKind, PONG, type SinkClient, type SinkFrame, type Sinks } from './sinks.ts';

export interface CrowdRoom {
  readonly url: string;
  /** Pid of the server. */
  readonly pid: number;
  readonly audit: AuditDetail;
  /** Users of the clients, in turn. */
  readonly people: readonly SignedIn[];
  /** Name of the group of sinks; rooms of one bench need different ones. */
  readonly group?: string;
}

/** Milliseconds after which a client confirms its answers, equal to the browser client's. */
const CONFIRM_AFTER = 250;
/** Sinks connected at once: a ticket expires after some seconds. */
const AT_ONCE = 20;

/** One measuring client: its edits, their answers, and when it reached which version. */
class Author {
  readonly session = randomUUID();
  readonly sent = new Map<number, number>();
  readonly answers: { readonly seq: number; readonly version: number; readonly at: number }[] = [];
  readonly reached: { readonly version: number; readonly at: number }[] = [];
  private seq = 0;
  private confirming: NodeJS.Timeout | null = null;

  constructor(readonly client: RawClient) {
    client.socket.on('message', () => this.look());
    client.socket.on('close', () => this.confirming && clearTimeout(this.confirming));
  }

  send({ intent }: Edit): void {
    const seq = this.seq++;
    this.sent.set(seq, clock());
    this.client.intent(this.session, seq, { ...intent });
  }

  forget(): void {
    this.sent.clear();
    this.answers.length = 0;
    this.reached.length = 0;
  }

  /** Called after the client has applied a message. */
  private look(): void {
    const at = clock();
    const { client } = this;
    if ((this.reached.at(-1)?.version ?? -1) < client.version)
      this.reached.push({ version: client.version, at });
    client.advances.length = 0;
    for (const frame of client.frames.splice(0)) if (frame.t === 'answer') this.answered(frame, at);
  }

  private answered({ seq, version, outcome }: AnswerFrame, at: number): void {
    if (!outcome.ok) throw new Error(`an edit was refused: ${outcome.code}`);
    this.answers.push({ seq, version, at });
    this.confirming ??= setTimeout(() => {
      this.confirming = null;
      const { seq: upTo } = this.answers.at(-1) ?? { seq };
      this.client.send({ t: 'confirm', session: this.session, upTo });
    }, CONFIRM_AFTER);
  }
}

/** The product's own room under a crowd: real clients with a full document each, and sinks. */
export class RoomCrowd implements Crowd {
  readonly acknowledged: number[] = [];
  readonly times = { seen: [] as number[], usage: [] as Usage[] };
  /** Complete advance messages received by the first client, to be sent through the floors. */
  readonly messages: Uint8Array[] = [];
  private sinkCount = 0;

  private constructor(
    private readonly room: CrowdRoom,
    private readonly sinks: Sinks,
    private readonly authors: readonly Author[],
    private readonly documentId: string,
    /** The full document when the crowd connected. */
    readonly base: Uint8Array,
  ) {
    this.authors[0]?.client.socket.on('message', (data: unknown) => {
      if (data instanceof Uint8Array && data[0] === messageType.advance)
        this.messages.push(Uint8Array.from(data));
    });
  }

  static async open(run: BenchRun, room: CrowdRoom, sinks: Sinks, measuring: number): Promise<RoomCrowd> {
    const { url } = room;
    const who = (index: number) => ({ url, person: personOf(room, index), audit: room.audit.id });
    const first = await openRawClient(run, { ...who(0), awareness: 1 });
    const base = Y.encodeStateAsUpdate(first.document);
    const documentId = documentOf(first);
    const holds = { document: documentId, version: first.version, link: first.link };
    const authors = [new Author(first)];
    for (let index = 1; index < measuring; index++) {
      const document = new Y.Doc();
      Y.applyUpdate(document, base);
      authors.push(
        new Author(await openRawClient(run, { ...who(index), document, holds, awareness: index + 1 })),
      );
    }
    return new RoomCrowd(room, sinks, authors, documentId, base);
  }

  /** Records of the document. */
  records(): readonly (readonly [ItemId, TreeRecord])[] {
    return recordsOf(this.first.document);
  }

  /** Adds clients that ignore everything they receive; they claim to hold the document already. */
  async addSinks(count: number): Promise<void> {
    const target = { group: this.group, port: Number(new URL(this.room.url).port), alive: PONG };
    const until = this.sinkCount + count;
    while (this.sinkCount < until) {
      const some = Math.min(AT_ONCE, until - this.sinkCount);
      const clients = Array.from({ length: some }, (_, index) => this.sinkClient(this.sinkCount + index));
      await this.sinks.open(target, await Promise.all(clients));
      this.sinkCount += some;
    }
  }

  /** Number of clients, measuring or not. */
  get size(): number {
    return this.authors.length + this.sinkCount;
  }

  /** Moves the presence of a client, by number, to an item. */
  async move(index: number, item: ItemId, moved: number): Promise<void> {
    const state = { item, field: null };
    const author = this.authors[index];
    if (author) author.client.sendPresence(index + 1, state, moved);
    else {
      const body = presenceMessage(index + 1, moved, state);
      await this.sinks.say(this.group, index - this.authors.length, { kind: frameKind.binary, body });
    }
  }

  async measure(rate: Rate, nextEdit: (number: number) => Edit): Promise<void> {
    for (const author of this.authors) author.forget();
    const usage = await usageWhile(this.room.pid, () =>
      atRate(rate, (number) => this.authors[number % this.authors.length]?.send(nextEdit(number))),
    );
    const answered = () => this.authors.reduce((sum, { answers }) => sum + answers.length, 0);
    await everythingSeen(answered, Math.round(rate.perSecond * rate.seconds), rate.signal);
    const newest = Math.max(...this.authors.flatMap(({ answers }) => answers.map(({ version }) => version)));
    const arrived = () => this.authors.filter(({ client }) => client.version >= newest).length;
    await everythingSeen(arrived, this.authors.length, rate.signal);
    if (this.sinkCount > 0) {
      const bytes = await this.sinks.bytes(this.group);
      if (bytes.some((count) => count === 0)) throw new Error('a sink was sent nothing');
    }
    this.times.usage.push(usage);
    for (const author of this.authors) this.collect(author);
  }

  forget(): void {
    this.acknowledged.length = 0;
    this.times.seen.length = 0;
    this.times.usage.length = 0;
    this.messages.length = 0;
  }

  private collect(author: Author): void {
    const others = this.authors.filter((other) => other !== author);
    for (const { seq, version, at } of author.answers) {
      const sent = author.sent.get(seq);
      if (sent === undefined) continue;
      this.acknowledged.push(at - sent);
      for (const { reached } of others) {
        const seen = reached.find((one) => one.version >= version);
        if (seen) this.times.seen.push(seen.at - sent);
      }
    }
  }

  private get group(): string {
    return this.room.group ?? 'room';
  }

  private get first(): RawClient {
    const author = this.authors[0];
    if (!author) throw new Error('nobody is in the room');
    return author.client;
  }

  private async sinkClient(index: number): Promise<SinkClient> {
    const awareness = this.authors.length + index + 1;
    const { version, link } = this.first;
    const holds = { document: this.documentId, version, link };
    const hello = { t: 'hello', protocol: ROOM_PROTOCOL, ...holds, awareness } as const;
    const ask = encoding.createEncoder();
    encoding.writeVarUint(ask, messageType.sync);
    sync.writeSyncStep1(ask, this.first.document);
    return {
      path: await roomPath(personOf(this.room, index), this.room.audit.id),
      greeting: [binary(encodeFrame(hello)), binary(encoding.toUint8Array(ask))],
    };
  }
}

/** Records of a tree document. */
export function recordsOf(document: Y.Doc): readonly (readonly [ItemId, TreeRecord])[] {
  return [...document.getMap(ITEMS_MAP)].map(([id, record]) => [id as ItemId, readRecord(record)]);
}

/** Id of the document that the client holds, from the room's hello. */
export function documentOf({ frames }: RawClient): string {
  const hello = frames.find((frame) => frame.t === 'hello');
  if (!hello) throw new Error('the room said no hello');
  return hello.document;
}

const binary = (body: Uint8Array): SinkFrame => ({ kind: frameKind.binary, body });

function personOf({ people }: CrowdRoom, index: number): SignedIn {
  const person = people[index % people.length];
  if (!person) throw new Error('a crowd is made of people');
  return person;
}
