import { setMaxListeners } from 'node:events';
import type { ItemId } from '@cotejo/audits-contracts';
import { NodeSocket, type RawClient } from '@cotejo/rooms/testing';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { everythingSeen } from '../crowd/crowd.ts';
import { startFloor } from '../floors/start-floor.ts';
import { atRate, type Rate } from '../measure/at-rate.ts';
import { clock } from '../measure/clock.ts';
import { usageWhile, type Usage } from '../measure/process-usage.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { openTexts, type TextPlace } from './text-rooms.ts';
import { instructionIds } from './typical-text.ts';

export interface Typing {
  /** Milliseconds from a keystroke until each other user's document holds it. */
  readonly seen: readonly number[];
  /** Floor: the keystrokes through a relay in memory. */
  readonly relay: readonly number[];
  readonly usage: Usage;
}

interface TypingOptions {
  readonly place: TextPlace;
  readonly people: readonly SignedIn[];
  readonly item: ItemId;
  /** Pid of the product's server. */
  readonly pid: number;
  readonly writers: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly turns: number;
}

/** Documents of users who write the same texts, and the latency of each keystroke. */
class Writers {
  readonly times: number[] = [];
  private readonly sent = new Map<string, number>();
  private received = 0;

  constructor(
    private readonly documents: readonly Y.Doc[],
    private readonly send: (writer: number, update: Uint8Array) => void,
  ) {
    for (const document of documents)
      document.on('update', (update: Uint8Array, _origin: unknown, __: unknown, { local }: Y.Transaction) => {
        if (!local) this.take(update);
      });
  }

  /** Each writer in turn types a letter into a text shared by three or four of them. */
  async type(rate: Rate): Promise<void> {
    this.sent.clear();
    this.received = 0;
    await atRate(rate, (number) => {
      const writer = number % this.documents.length;
      const document = this.documents[writer];
      if (document) this.send(writer, this.press(document, writer, number));
    });
    const expected = Math.round(rate.perSecond * rate.seconds) * (this.documents.length - 1);
    await everythingSeen(() => this.received, expected, rate.signal);
  }

  private press(document: Y.Doc, writer: number, number: number): Uint8Array {
    const before = Y.encodeStateVector(document);
    const field = `instruction.${instructionIds[writer % instructionIds.length]}.evidence`;
    const at = clock();
    document.transact(() => {
      const paragraph = document.getXmlFragment(field).get(0);
      const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null;
      if (!(text instanceof Y.XmlText)) throw new Error(`nothing is written in ${field}`);
      text.insert(text.length, String.fromCharCode(97 + (number % 26)));
    });
    const update = Y.encodeStateAsUpdate(document, before);
    for (const key of keysOf(update)) this.sent.set(key, at);
    return update;
  }

  private take(update: Uint8Array): void {
    const at = clock();
    for (const key of keysOf(update)) {
      const sent = this.sent.get(key);
      if (sent === undefined) continue;
      this.received++;
      this.times.push(at - sent);
    }
  }
}

/** Keys of the letters in an update. */
function keysOf(update: Uint8Array): string[] {
  return Y.decodeUpdate(update).structs.flatMap(({ id, length }) =>
    Array.from({ length }, (_, offset) => `${id.client}:${id.clock + offset}`),
  );
}

/** Twenty users type in one worksheet concurrently, alternating with a relay that only broadcasts their letters. */
export async function measureTyping(run: BenchRun, options: TypingOptions): Promise<Typing> {
  const { place, people, item, pid, writers, perSecond, seconds, turns } = options;
  const clients: RawClient[] = [];
  for (let number = 0; number < writers; number++) {
    const person = people[number % people.length];
    if (person) clients.push(await openTexts(run, place, person, item));
  }
  const documents = clients.map(({ document }) => document);
  const product = new Writers(documents, (writer, update) => void clients[writer]?.write(update));

  const base = Y.encodeStateAsUpdate(documents[0] ?? new Y.Doc());
  const { port } = await startFloor(run, 'y-relay-server.mjs');
  const copies: Y.Doc[] = [];
  // Each provider listens for the exit of the process.
  setMaxListeners(process.getMaxListeners() + writers, process);
  for (let number = 0; number < writers; number++) copies.push(await connect(run, port, base));
  // A provider sends local changes by itself.
  const relay = new Writers(copies, () => undefined);

  const rate = { perSecond, seconds, signal: run.signal };
  const warm = { ...rate, seconds: 1 };
  await product.type(warm);
  await relay.type(warm);
  product.times.length = relay.times.length = 0;
  let usage: Usage = { core: NaN, resident: NaN };
  for (let turn = 0; turn < turns; turn++) {
    usage = await usageWhile(pid, () => product.type(rate));
    await relay.type(rate);
  }
  for (const client of clients) client.cut();
  return { seen: product.times, relay: relay.times, usage };
}

async function connect(run: BenchRun, port: number, base: Uint8Array): Promise<Y.Doc> {
  const document = new Y.Doc();
  Y.applyUpdate(document, base);
  const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, 'texto', document, {
    WebSocketPolyfill: NodeSocket,
    disableBc: true,
  });
  run.atEnd(() => provider.destroy());
  await new Promise<void>((resolve) => provider.once('sync', () => resolve()));
  return document;
}
