import type { Socket } from 'socket.io-client';
import { SOCKET_RELAY, connectToRelay } from '../floors/socket-relay.ts';
import { startFloor, type FloorServer } from '../floors/start-floor.ts';
import { atRate, type Rate } from '../measure/at-rate.ts';
import { clock } from '../measure/clock.ts';
import { usageWhile, type Usage } from '../measure/process-usage.ts';
import type { BenchRun } from '../run-bench.ts';
import { everythingSeen, type Crowd, type CrowdSize } from './crowd.ts';
import { frameKind, type SinkFrame, type Sinks } from './sinks.ts';

const GROUP = 'socket.io';
const text = (said: string): SinkFrame => ({ kind: frameKind.text, body: new TextEncoder().encode(said) });
/** engine.io packets: the handshake of a namespace, and a pong. */
const [ENTER, ALIVE] = [text('40'), text('3')];
const PATH = '/socket.io/?EIO=4&transport=websocket';
/** Bytes at the start of a message that are overwritten by its number. */
const MARK = 4;

/** Floor: a bare socket.io server that broadcasts the bytes of the room's own messages. */
export class SocketCrowd implements Crowd {
  readonly times = { seen: [] as number[], usage: [] as Usage[] };
  private readonly sent = new Map<number, number>();
  private received = 0;

  private constructor(
    private readonly server: FloorServer,
    private readonly sockets: readonly Socket[],
    /** Messages of the room, sent in turn. */
    private readonly messages: readonly Uint8Array[],
  ) {
    for (const socket of sockets) socket.on('said', (said: unknown) => this.take(said));
  }

  static async open(
    run: BenchRun,
    sinks: Sinks,
    size: CrowdSize,
    messages: readonly Uint8Array[],
  ): Promise<SocketCrowd> {
    const server = await startFloor(run, SOCKET_RELAY);
    const sockets: Socket[] = [];
    while (sockets.length < size.measuring) sockets.push(await connectToRelay(run, server.port));
    const clients = Array.from({ length: size.sinks }, () => ({ path: PATH, greeting: [ENTER] }));
    await sinks.open({ group: GROUP, port: server.port, alive: ALIVE }, clients);
    return new SocketCrowd(server, sockets, messages);
  }

  async measure(rate: Rate): Promise<void> {
    const { sockets, messages } = this;
    this.sent.clear();
    this.received = 0;
    const usage = await usageWhile(this.server.pid, () =>
      atRate(rate, (number) => {
        const message = Buffer.from(messages[number % messages.length] ?? new Uint8Array(MARK));
        message.writeUInt32BE(number);
        this.sent.set(number, clock());
        sockets[number % sockets.length]?.emit('said', message);
      }),
    );
    const expected = Math.round(rate.perSecond * rate.seconds) * (sockets.length - 1);
    await everythingSeen(() => this.received, expected, rate.signal);
    this.times.usage.push(usage);
  }

  forget(): void {
    this.times.seen.length = 0;
    this.times.usage.length = 0;
  }

  private take(said: unknown): void {
    const at = clock();
    if (!Buffer.isBuffer(said)) throw new TypeError('bytes were said');
    this.received++;
    const sent = this.sent.get(said.readUInt32BE());
    if (sent !== undefined) this.times.seen.push(at - sent);
  }
}
