import { setMaxListeners } from 'node:events';
import { encodeRecord, ITEMS_MAP } from '@cotejo/audits-contracts';
import { readRecord } from '@cotejo/audits-domain';
import { NodeSocket } from '@cotejo/rooms/testing';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { startFloor, type FloorServer } from '../floors/start-floor.ts';
import { atRate, type Rate } from '../measure/at-rate.ts';
import { clock } from '../measure/clock.ts';
import { usageWhile, type Usage } from '../measure/process-usage.ts';
import type { BenchRun } from '../run-bench.ts';
import type { Edit } from './choose-edit.ts';
import { everythingSeen, type Crowd, type CrowdSize } from './crowd.ts';
import { PONG, type Sinks } from './sinks.ts';

const GROUP = 'y-websocket';
const ROOM = 'plan';

/**
 * Floor: clients of y-websocket at a relay like its own server, which keeps one document in memory and checks nothing.
 */
export class RelayCrowd implements Crowd {
  readonly times = { seen: [] as number[], usage: [] as Usage[] };
  /** Send time of each edit, by the name that the edit sets. */
  private readonly sent = new Map<string, number>();
  private received = 0;
  private round = 0;

  private constructor(
    private readonly server: FloorServer,
    private readonly documents: readonly Y.Doc[],
  ) {
    for (const document of documents) {
      const items = document.getMap(ITEMS_MAP);
      items.observe(({ keysChanged }, { local }) => {
        if (!local) for (const key of keysChanged) this.take(items.get(key));
      });
    }
  }

  /** @param base initial document of all clients */
  static async open(run: BenchRun, sinks: Sinks, size: CrowdSize, base: Uint8Array): Promise<RelayCrowd> {
    const server = await startFloor(run, 'y-relay-server.mjs');
    // Each provider listens for the exit of the process.
    setMaxListeners(process.getMaxListeners() + size.measuring, process);
    const documents: Y.Doc[] = [];
    while (documents.length < size.measuring) documents.push(await connect(run, server.port, base));
    const clients = Array.from({ length: size.sinks }, () => ({ path: `/${ROOM}`, greeting: [] }));
    await sinks.open({ group: GROUP, port: server.port, alive: PONG }, clients);
    return new RelayCrowd(server, documents);
  }

  async measure(rate: Rate, nextEdit: (number: number) => Edit): Promise<void> {
    const { documents } = this;
    const round = ++this.round;
    this.sent.clear();
    this.received = 0;
    const usage = await usageWhile(this.server.pid, () =>
      atRate(rate, (number) => {
        const { item, record } = nextEdit(number);
        // Every edit sets a unique name, whatever its kind, to be recognised by it.
        const name = `${record.name.slice(0, 20)} ${round}.${number}`;
        this.sent.set(name, clock());
        documents[number % documents.length]?.getMap(ITEMS_MAP).set(item, encodeRecord({ ...record, name }));
      }),
    );
    const expected = Math.round(rate.perSecond * rate.seconds) * (documents.length - 1);
    await everythingSeen(() => this.received, expected, rate.signal);
    this.times.usage.push(usage);
  }

  forget(): void {
    this.times.seen.length = 0;
    this.times.usage.length = 0;
  }

  private take(record: unknown): void {
    const at = clock();
    const { name } = readRecord(record);
    const sent = this.sent.get(name);
    if (sent === undefined) return;
    this.received++;
    this.times.seen.push(at - sent);
  }
}

async function connect(run: BenchRun, port: number, base: Uint8Array): Promise<Y.Doc> {
  const document = new Y.Doc();
  Y.applyUpdate(document, base);
  const provider = new WebsocketProvider(`ws://127.0.0.1:${port}`, ROOM, document, {
    WebSocketPolyfill: NodeSocket,
    disableBc: true,
  });
  run.atEnd(() => provider.destroy());
  await new Promise<void>((resolve) => provider.once('sync', () => resolve()));
  return document;
}
