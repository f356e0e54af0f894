import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where a new connection is to go; null when nobody is there. */
export type Target = () => { readonly host: string; readonly port: number } | null;

/** One connection through a gate: `near` is who called, `far` who was called. */
interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  readonly port: number;
  /** One half is gone and the other does not know: it must not be told when the half closes. */
  isHalf: boolean;
  /** Bytes were swallowed: it can never be whole again. */
  isSpoiled: boolean;
  /** Nothing passes any more, and no healing ends it: whoever uses it has to find out. */
  isDead: boolean;
}

/** What is swallowed, as by a peer that vanished. */
export type Deaf = 'near' | 'far';

/** A TCP relay on a port of its own that can do to connections what networks do to them. */
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

  /** An address of the target's, by way of this gate. */
  through(url: string): string {
    const way = new URL(url);
    way.hostname = '127.0.0.1';
    way.port = String(this.port);
    return way.toString();
  }

  /** Resets connections: all, or those that lead to one port. */
  cut(port?: number): void {
    for (const pair of this.pairs) if (port === undefined || pair.port === port) tear(pair);
  }

  /** Resets connections that lead anywhere else. */
  cutAllBut(port: number): void {
    for (const pair of this.pairs) if (pair.port !== port) tear(pair);
  }

  /** Refuses new connections. */
  refuse(): void {
    this.isRefusing = true;
  }

  /** Holds everything back, both ways; new connections are taken and hold too. */
  stall(): void {
    this.isStalled = true;
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket.pause();
  }

  /** Each packet arrives so much later, in order. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Swallows what one side says: `far` loses the answers, `near` the questions. */
  turnDeaf(side: Deaf): void {
    this.deaf = side;
  }

  /** The called side sees the connection reset; the caller goes on believing in it. */
  loseFarHalf(): void {
    for (const pair of this.pairs) {
      pair.isHalf = true;
      pair.isSpoiled = true;
      pair.far.resetAndDestroy();
    }
  }

  /** The other way round: the caller's machine is gone, and nobody told the called side. */
  loseNearHalf(): void {
    for (const pair of this.pairs) {
      pair.isHalf = true;
      pair.isSpoiled = true;
      pair.near.resetAndDestroy();
    }
  }

  /** Every connection that is open now falls silent for good, as when a router between forgot it. */
  goDead(): void {
    for (const pair of this.pairs) {
      pair.isDead = true;
      pair.isHalf = true;
    }
  }

  /** A good network again. What was held back goes on its way, unless `cuts`; what lost bytes is reset. */
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
    // In a queue of its own: timers of different lengths may overtake each other.
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
