import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Y from 'yjs';
import type { Outcome } from '../protocol.ts';
import { RoomServer, type Audience, type Member, type OpenRoom } from '../server/index.ts';
import { NodeSocket } from './node-socket.ts';

/** A room of key-value pairs for tests: `set` intents, refused for the value `bad`. */
export interface TestRoom {
  readonly url: string;
  readonly WebSocket: typeof globalThis.WebSocket;
  /** Intents that reached the server, as `key=value`, in order and with repetitions. */
  readonly received: readonly string[];
  readonly confirmed: readonly { session: string; upTo: number }[];
  readonly version: number;
  /** Document that the room would serve as a first load. */
  whole(): { document: string; version: number; link: string; update: Uint8Array };
  value(key: string): unknown;
  /** Close code for every new connection; null = all are admitted. */
  refuseWith(code: number | null): void;
  /** Whether the node's rights are fresh enough to judge intents; true initially. */
  judges(isFresh: boolean): void;
  /** Withholds answers until the returned function is called. */
  hold(): () => void;
  /** Replaces the document by another with the same content, as a compaction does. */
  compact(): void;
  /** Starts another history under the same document id. */
  rewrite(): void;
  /** Empties the room under another document id, as restoring an old backup does. */
  restore(): void;
  /** Commits without any client. */
  write(key: string, value: string): void;
  /** Commits without broadcasting. */
  writeUnheard(key: string, value: string): void;
  closeAll(code: number): void;
  stop(): Promise<void>;
}

export async function startTestRoom(): Promise<TestRoom> {
  let epoch = 1;
  let version = 0;
  let doc = new Y.Doc();
  let held: (() => void)[] | null = null;
  let audience: Audience<string> | null = null;
  const answers = new Map<string, { outcome: Outcome; version: number }>();
  const received: string[] = [];
  const confirmed: { session: string; upTo: number }[] = [];
  let history = 1;
  const linkOf = (at: number) => `link-${history}-${at}`;

  const commit = (key: string, value: string, isHeard = true) => {
    const before = Y.encodeStateVector(doc);
    doc.getMap('pairs').set(key, value);
    version += 1;
    if (!isHeard) return;
    audience?.advance({
      from: version - 1,
      to: version,
      link: linkOf(version),
      update: Y.encodeStateAsUpdate(doc, before),
    });
  };
  const judge = (member: Member<string>, session: string, seq: number, key: string, value: string) => {
    const id = `${session}:${seq}`;
    received.push(`${key}=${value}`);
    let answer = answers.get(id);
    if (!answer) {
      if (value === 'bad') answer = { outcome: { ok: false, code: 'bad_value', params: { key } }, version };
      else {
        commit(key, value);
        answer = { outcome: { ok: true }, version };
      }
      answers.set(id, answer);
    }
    member.answer({ session, seq, ...answer });
  };
  const room = (): OpenRoom<string> => ({
    get document() {
      return doc;
    },
    get documentId() {
      return `document-${epoch}`;
    },
    get version() {
      return version;
    },
    get link() {
      return linkOf(version);
    },
    linkAt: async (at) => (at <= version ? linkOf(at) : null),
    submit(member, { session, seq, intent }) {
      const run = () => judge(member, session, seq, String(intent['key']), String(intent['value']));
      if (held) held.push(run);
      else run();
    },
    confirm: (_member, session, upTo) => void confirmed.push({ session, upTo }),
    leave: () => undefined,
  });

  const control = { refusing: null as number | null, judging: true };
  const rooms = new RoomServer<string>({
    hosts: [
      {
        kind: 'pairs',
        permission: null,
        authorize: async (user) =>
          control.refusing === null
            ? { ok: true, user: { id: user, name: user, initials: user.slice(0, 2), color: 0 }, mode: 'edit' }
            : { ok: false, code: control.refusing, reason: 'refused' },
        open: async (_id, everybody) => {
          audience = everybody;
          return room();
        },
      },
    ],
    redeem: (ticket) => ticket.split('.')[0] ?? null,
    sessionOf: () => null,
    mayJudge: () => control.judging,
    limits: { presenceDelay: 5 },
  });
  const server: Server = createServer();
  rooms.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/rooms`,
    WebSocket: NodeSocket,
    received,
    confirmed,
    get version() {
      return version;
    },
    whole: () => ({
      document: `document-${epoch}`,
      version,
      link: linkOf(version),
      update: Y.encodeStateAsUpdate(doc),
    }),
    judges: (isFresh) => void (control.judging = isFresh),
    refuseWith: (code) => void (control.refusing = code),
    value: (key: string) => doc.getMap('pairs').get(key),
    hold() {
      const waiting: (() => void)[] = [];
      held = waiting;
      return () => {
        held = null;
        waiting.forEach((run) => run());
      };
    },
    compact() {
      epoch += 1;
      const fresh = new Y.Doc();
      doc.getMap('pairs').forEach((value, key) => fresh.getMap('pairs').set(key, value));
      doc = fresh;
      audience?.close(1013, 'compacted');
    },
    rewrite() {
      history += 1;
      doc = new Y.Doc();
      for (let n = 0; n < version; n++) doc.getMap('pairs').set(`rewritten${n}`, 'x');
      audience?.close(1013, 'rewritten');
    },
    restore() {
      epoch += 1;
      history += 1;
      version = 0;
      doc = new Y.Doc();
      answers.clear();
      audience?.close(1013, 'restored');
    },
    write: (key: string, value: string) => commit(key, value),
    writeUnheard: (key: string, value: string) => commit(key, value, false),
    closeAll: (code: number) => audience?.close(code, 'test'),
    async stop() {
      await rooms.drain(50);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
