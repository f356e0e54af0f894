import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@cotejo/testing';

type Mood = 'open' | 'silent' | 'mute';

/**
 * TCP relay that injects faults between a node and its database: `silent` drops the bytes of both sides and keeps the
 * connections open; `mute` lets requests through and drops the answers.
 */
export class TcpGate {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private mood: Mood = 'open';
  private server: Server | undefined;

  private constructor(
    private readonly target: URL,
    readonly port: number,
  ) {}

  /** Creates a gate that refuses connections until it is opened. */
  static async to(url: string): Promise<TcpGate> {
    return new TcpGate(new URL(url), await freePort());
  }

  /** The target's URL through this gate. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.toString();
  }

  async open(): Promise<void> {
    this.mood = 'open';
    if (this.server) return;
    this.server = createServer((near) => this.relay(near));
    await listen(this.server, this.port);
  }

  become(mood: Mood): void {
    this.mood = mood;
  }

  /** Breaks all connections; new ones are accepted. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Breaks all connections and refuses new ones. */
  async shut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const stopped = server && stop(server);
    this.cut();
    await stopped;
  }

  private relay(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    const pair = [near, far] as const;
    this.pairs.add(pair);
    near.on('data', (bytes) => this.mood !== 'silent' && far.write(bytes));
    far.on('data', (bytes) => this.mood === 'open' && near.write(bytes));
    for (const socket of pair) {
      socket.on('error', () => undefined); // errors of a broken connection are expected; `close` follows
      socket.on('close', () => {
        this.pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
