import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Target of a new connection; null when no server is available. */
export type Target = () => { readonly host: string; readonly port: number } | null;

/** A connection through a gate: `near` is the client's socket, `far` the server's. */
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  readonly port: number;
  /** One side is gone without the other knowing: its close must not be forwarded. */
  isHalf: boolean;
  /** Bytes were dropped: the connection can't be usable again. */
  isSpoiled: boolean;
  /** Permanently silent, even after `heal`: its users must detect that themselves. */
  isDead: boolean;
}

/** The side whose bytes are dropped, as with a peer that vanished. */
export type Deaf = 'near' | 'far';

/** TCP relay on its own port that injects network faults into connections. */
export class Gate {
  private readonly pairs = new Set<Pair>();
  private server: Server | null = null;
  private isStalled = false;
  private isRefusing = false;
  private delayMs = 0;
  private deaf: Deaf | null = null;

  constructor(private readonly target: Target) {}

  async open(): Promise<this> {
    const server = createServer((near) => this.accept(near));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    this.server = server;
    return this;
  }

  get port(): number {
    const address = this.server?.address() as AddressInfo | null | undefined;
    return address?.port ?? 0;
  }

  /** The URL of the target with this gate's address. */
  through(url: string): string {
    const way = new URL(url);
    way.hostname = '127.0.0.1';
    way.port = String(this.port);
    return way.toString();
  }

  /** Resets connections: all, or those to one port. */
  cut(port?: number): void {
    for (const pair of this.pairs) if (port === undefined || pair.port === port) tear(pair);
  }

  /** Resets connections to any other port. */
  cutAllBut(port: number): void {
    for (const pair of this.pairs) if (pair.port !== port) tear(pair);
  }

  /** Refuses new connections. */
  refuse(): void {
    this.isRefusing = true;
  }

  /** Holds back all bytes in both directions; new connections are accepted and held, too. */
  stall(): void {
    this.isStalled = true;
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket.pause();
  }

  /** Delays every packet by this time, preserving their order. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Drops the bytes sent by one side: `far` loses the answers, `near` the requests. */
  turnDeaf(side: Deaf): void {
    this.deaf = side;
  }

  /** The server sees a reset; the client does not notice. */
  loseFarHalf(): void {
    for (const pair of this.pairs) {
      pair.isHalf = true;
      pair.isSpoiled = true;
      pair.far.resetAndDestroy();
    }
  }

  /** The client's host is gone; the server does not notice. */
  loseNearHalf(): void {
    for (const pair of this.pairs) {
      pair.isHalf = true;
      pair.isSpoiled = true;
      pair.near.resetAndDestroy();
    }
  }

  /** Silences every open connection for good, as when a router lost its state. */
  goDead(): void {
    for (const pair of this.pairs) {
      pair.isDead = true;
      pair.isHalf = true;
    }
  }

  /** Ends the faults. Bytes held back are forwarded, unless `cuts`; connections that lost bytes are reset. */
  heal(cuts = false): void {
    this.isStalled = false;
    this.isRefusing = false;
    this.delayMs = 0;
    this.deaf = null;
    for (const pair of this.pairs) {
      if (pair.isDead) continue;
      if (cuts || pair.isSpoiled) tear(pair);
      else for (const socket of [pair.near, pair.far]) socket.resume();
    }
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    this.cut();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  private accept(near: Socket): void {
    const target = this.isRefusing ? null : this.target();
    if (!target) {
      near.on('error', () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = connect(target.port, target.host);
    const pair: Pair = { near, far, port: target.port, isHalf: false, isSpoiled: false, isDead: false };
    this.pairs.add(pair);
    this.relay(pair, near, far, 'near');
    this.relay(pair, far, near, 'far');
    if (this.isStalled) for (const socket of [near, far]) socket.pause();
  }

  private relay(pair: Pair, from: Socket, to: Socket, side: Deaf): void {
    // Queued, since timers of different lengths could overtake each other.
    const late: { readonly due: number; readonly bytes: Buffer }[] = [];
    const passLate = (): void => {
      for (let first = late[0]; first; first = late[0]) {
        const left = first.due - performance.now();
        if (left > 0) return void setTimeout(passLate, left);
        to.write(first.bytes);
        late.shift();
      }
    };
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      if (pair.isDead) return;
      if (this.deaf === side) pair.isSpoiled = true;
      else if (this.delayMs === 0 && late.length === 0) to.write(bytes);
      else if (late.push({ due: performance.now() + this.delayMs, bytes }) === 1) passLate();
    });
    from.on('end', () => {
      if (!pair.isHalf) to.end();
    });
    from.on('error', () => undefined); // `close` follows
    from.on('close', () => {
      if (pair.near.destroyed && pair.far.destroyed) this.pairs.delete(pair);
      else if (!pair.isHalf) to.resetAndDestroy();
    });
  }
}

function tear({ near, far }: Pair): void {
  near.resetAndDestroy();
  far.resetAndDestroy();
}
