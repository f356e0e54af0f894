import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Y from 'yjs';
import { closeCode, type IntentFrame } from '../protocol.ts';
import { RawClient, type RawClientOptions } from '../testing/index.ts';
import type { Audience, Member, RoomHost, RoomLimits } from './room-host.ts';
import { RoomServer } from './room-server.ts';

interface Visitor {
  readonly name: string;
  readonly session: string;
}

/** A room of notes: each intent sets one; nothing is persisted. */
export class NotesHost implements RoomHost<Visitor> {
  readonly kind = 'notes';
  readonly permission: string | null = 'notes.access';
  document = new Y.Doc();
  documentId = 'notes-1';
  readonly intents: IntentFrame[] = [];
  readonly confirmed: string[] = [];
  audience: Audience<Visitor> | null = null;
  version = -1;
  left = 0;
  opens = 0;
  answersIntents = true;
  readonly pastLinks = new Map<number, string>();
  /** Whether rights are fresh enough; the server asks before each intent. */
  mayJudge: () => boolean | Promise<boolean> = () => true;
  /** Whether outgoing messages are held back. */
  isPaused = false;
  /** Maximum connections per visitor; unlimited when undefined. */
  mostEach: number | undefined;
  /** Rate limiter: null = at once. */
  take: (visitor: Visitor, cost: number) => Promise<void> | null = () => null;
  readonly charged: (readonly [name: string, cost: number])[] = [];
  /** Runs while a chain link is looked up. */
  beforeLink: () => void = () => undefined;

  get link(): string {
    return `link-${this.version}`;
  }

  async authorize(visitor: Visitor, id: string) {
    if (id === 'missing') return { ok: false as const, code: closeCode.notFound, reason: 'missing' };
    if (visitor.name === 'eve') return { ok: false as const, code: closeCode.forbidden, reason: 'no' };
    const user = { id: visitor.name, name: visitor.name, initials: visitor.name.slice(0, 2), color: 1 };
    return { ok: true as const, user, mode: 'edit' as const };
  }

  async open(id: string, audience: Audience<Visitor>) {
    if (id === 'broken') throw new Error('it cannot be opened');
    this.opens++;
    this.audience = audience;
    const [version, link] = [() => this.version, () => this.link];
    const [document, documentId] = [() => this.document, () => this.documentId];
    return {
      get document() {
        return document();
      },
      get documentId() {
        return documentId();
      },
      get version() {
        return version();
      },
      get link() {
        return link();
      },
      linkAt: async (version: number) => {
        this.beforeLink();
        return this.pastLinks.get(version) ?? null;
      },
      submit: (member: Member<Visitor>, frame: IntentFrame) => this.submit(member, frame),
      costOf: ({ intent }: IntentFrame) => Number(intent['cost'] ?? 1),
      confirm: (_member: Member<Visitor>, session: string, upTo: number) =>
        void this.confirmed.push(`${session}:${upTo}`),
      leave: () => void this.left++,
    };
  }

  set(key: string, value: string): void {
    const from = this.version;
    this.pastLinks.set(from, this.link);
    let update: Uint8Array | null = null;
    this.document.once('update', (bytes: Uint8Array) => (update = bytes));
    this.document.getMap('notes').set(key, value);
    this.version++;
    this.audience?.advance({ from, to: this.version, link: this.link, update });
  }

  /** Same content in another document, as a compaction produces. */
  replaceDocument(documentId: string): void {
    const document = new Y.Doc();
    for (const [key, value] of this.document.getMap('notes')) document.getMap('notes').set(key, value);
    [this.document, this.documentId] = [document, documentId];
    this.audience?.reset();
  }

  private submit(member: Member<Visitor>, frame: IntentFrame): void {
    this.intents.push(frame);
    if (!this.answersIntents) return;
    this.set(String(frame.seq), frame.intent.kind);
    const { session, seq } = frame;
    member.answer({ session, seq, outcome: { ok: true }, version: this.version });
  }
}

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const cleanups: (() => unknown)[] = [];

/** Runs the cleanups of a test, last registered first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

export async function startRooms(limits: Partial<RoomLimits> = {}) {
  const host = new NotesHost();
  const open = new Map<string, number>();
  const rooms = new RoomServer<Visitor>({
    hosts: [host],
    // Test tickets are `name` or `name@session`.
    redeem: async (ticket) => {
      const [name = '', session = `s-${name}`] = ticket.split('@');
      return name === 'nobody' ? null : { name, session };
    },
    may: ({ name }, permission) => permission === 'notes.access' && name !== 'mallory',
    sessionOf: ({ session }) => session,
    mayJudge: () => host.mayJudge(),
    isPaused: () => host.isPaused,
    pace: {
      take: (visitor, cost) => host.take(visitor, cost),
      charge: ({ name }, cost) => void host.charged.push([name, cost]),
    },
    share: ({ name }) => {
      const held = open.get(name) ?? 0;
      if (host.mostEach !== undefined && held >= host.mostEach) return null;
      open.set(name, held + 1);
      return () => void open.set(name, (open.get(name) ?? 1) - 1);
    },
    // Visitors whose names begin with the same letter share an account.
    holderOf: ({ name }) => ({ person: name, account: name.slice(0, 1) }),
    limits: { presenceDelay: 5, ...limits },
  });
  const server = createServer();
  rooms.attach(server);
  const port = await listen(server);
  cleanups.push(() => rooms.drain(100));
  const url = (ticket: string, id = 'one', kind = 'notes') =>
    `ws://127.0.0.1:${port}/rooms/${kind}/${id}?ticket=${ticket}`;
  const connect = (ticket: string, options: Partial<RawClientOptions> = {}) =>
    new RawClient({ url: url(ticket), ...options });
  return { host, rooms, server, port, url, connect };
}

export const notesOf = (client: RawClient) => client.document.getMap('notes').toJSON();
