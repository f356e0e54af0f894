import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@cotejo/testing';

type Mood = 'open' | 'silent' | 'mute';

/**
 * A TCP relay that can misbehave between a node and its database:
 * `silent` swallows what both sides say and keeps the connections; `mute` lets requests through and swallows
 * the answers.
 */
export class TcpGate {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private mood: Mood = 'open';
  private server: Server | undefined;

  private constructor(
    private readonly target: URL,
    readonly port: number,
  ) {}

  /** A gate that refuses connections until it is opened. */
  static async to(url: string): Promise<TcpGate> {
    return new TcpGate(new URL(url), await freePort());
  }

  /** The target's URL by way of this gate. */
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

  /** Tears all connections; new ones are let in. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Tears all connections and refuses new ones. */
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
      socket.on('error', () => undefined); // a torn connection is the point; `close` follows
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
