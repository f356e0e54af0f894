import type { UserId } from '@cotejo/access-contracts';
import { ITEMS_MAP } from '@cotejo/audits-contracts';
import { messageType } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import * as Y from 'yjs';
import type { SignedIn } from '../../bench/product/sign-in.ts';
import { inTime, sleep } from '../cluster/processes.ts';
import type { Random } from '../plan/random.ts';
import { chooseRudely, type RudeIntent } from './choose-intent.ts';
import type { Caller, WireTap } from './wire-tap.ts';

export interface RoamerOptions {
  readonly name: string;
  readonly person: SignedIn;
  /** URLs of two nodes. */
  readonly urls: readonly [string, string];
  readonly tap: WireTap;
  readonly random: Random;
  readonly people: readonly UserId[];
}

interface Asked {
  readonly seq: number;
  readonly base: number;
  readonly intent: RudeIntent;
  answered: boolean;
}

const AGAIN_MS = 60;
const PATIENCE_MS = 2_000;
/** Milliseconds of silence after which a connection counts as dead; a room always answers a presence query. */
const SILENCE_MS = 4_000;
const ARE_YOU_THERE = Uint8Array.of(messageType.queryAwareness);

/**
 * A misbehaving client: sends intents over two connections to two nodes, resends long-answered ones, and sends invalid
 * ones. Each intent must still have exactly one outcome.
 */
export class Roamer {
  private readonly lines: readonly [Line, Line];
  private readonly asked: Asked[] = [];
  private session: string;
  private caller: Caller | null = null;

  constructor(private readonly options: RoamerOptions) {
    this.session = options.random.uuid();
    this.lines = [new Line(this, 0), new Line(this, 1)];
  }

  get name(): string {
    return this.options.name;
  }
  get url(): readonly [string, string] {
    return this.options.urls;
  }
  get tap(): WireTap {
    return this.options.tap;
  }
  get who(): Caller {
    if (!this.caller) throw new Error(`${this.name} is in no audit`);
    return this.caller;
  }

  async enter(audit: string): Promise<void> {
    await this.leave();
    const { name, person, random } = this.options;
    const { accountId: account, userId: user } = person.principal;
    this.caller = { name, account, user, audit, asksInOrder: false };
    this.session = random.uuid();
    this.asked.length = 0;
    for (const line of this.lines) line.open();
  }

  async act(signal: AbortSignal): Promise<void> {
    const { random, people } = this.options;
    while (!signal.aborted) {
      await sleep(random.between(40, 160));
      if (signal.aborted) break;
      const [main, twin] = this.lines;
      const old = this.asked.at(-random.between(1, 30));
      if (old && random.chance(0.15)) {
        random.pick([main, twin]).send(old);
        continue;
      }
      const asked: Asked = {
        seq: this.asked.length,
        base: main.version,
        intent: chooseRudely(main.items, people, random),
        answered: false,
      };
      this.asked.push(asked);
      // Recorded whether or not a connection is open: it is sent as soon as one is.
      this.tap.asked({ session: this.session, ...asked }, this.who);
      main.send(asked);
      if (random.chance(0.3)) twin.send(asked);
    }
  }

  get pending(): number {
    return this.asked.filter(({ answered }) => !answered).length;
  }

  /** Version of each of its connections. */
  get versions(): readonly number[] {
    return this.lines.map(({ version }) => version);
  }

  documents(): readonly Uint8Array[] {
    return this.lines.map((line) => Y.encodeStateAsUpdate(line.document));
  }

  async leave(): Promise<void> {
    await Promise.all(this.lines.map((line) => line.close()));
  }

  getTicket(): Promise<string> {
    return this.options.person.getTicket();
  }

  sendOn(client: RawClient, { seq, base, intent }: Asked): void {
    client.intent(this.session, seq, intent, base);
  }

  unanswered(): readonly Asked[] {
    return this.asked.filter(({ answered }) => !answered);
  }

  answeredBy(client: RawClient): void {
    for (const frame of client.frames.splice(0)) {
      const asked = frame.t === 'answer' && frame.session === this.session ? this.asked[frame.seq] : null;
      if (asked) asked.answered = true;
    }
  }
}

/** One connection: reconnects whenever it is cut, and continues from the version that it holds. */
class Line {
  document = new Y.Doc();
  private client: RawClient | null = null;
  private held: { document: string; version: number; link: string } | undefined;
  private running: Promise<void> | null = null;
  private isOpen = false;

  constructor(
    private readonly roamer: Roamer,
    private readonly way: 0 | 1,
  ) {}

  get version(): number {
    return this.held?.version ?? -1;
  }

  get items(): readonly string[] {
    return [...this.document.getMap(ITEMS_MAP).keys()];
  }

  open(): void {
    this.isOpen = true;
    this.held = undefined;
    this.document = new Y.Doc();
    this.running = this.run();
  }

  send(asked: Asked): void {
    if (this.client && this.isSynced(this.client)) this.roamer.sendOn(this.client, asked);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    this.client?.cut();
    await this.running;
    this.running = null;
  }

  private isSynced(client: RawClient): boolean {
    return client.advances.length > 0 && client.socket.readyState === client.socket.OPEN;
  }

  private async run(): Promise<void> {
    while (this.isOpen) {
      try {
        await this.connectOnce();
      } catch {
        // The node is unreachable for now.
      }
      await sleep(AGAIN_MS);
    }
  }

  private async connectOnce(): Promise<void> {
    const { roamer } = this;
    const ticket = await inTime(roamer.getTicket(), PATIENCE_MS);
    if (!this.isOpen) return;
    const { audit } = roamer.who;
    const url = `${roamer.url[this.way]}/audit/${audit}?ticket=${encodeURIComponent(ticket)}`;
    const client = new RawClient({ url, document: this.document, ...(this.held && { holds: this.held }) });
    roamer.tap.listen(client.socket, roamer.who);
    this.client = client;
    let document = '';
    let heardAt = performance.now();
    const watch = setInterval(() => {
      if (performance.now() - heardAt > SILENCE_MS) client.cut();
      else if (this.isSynced(client)) client.sendBytes(ARE_YOU_THERE);
    }, SILENCE_MS / 4);
    client.socket.on('message', () => {
      heardAt = performance.now();
      for (const frame of client.frames) if (frame.t === 'hello') ({ document } = frame);
      roamer.answeredBy(client);
      if (client.advances.length === 0) return;
      this.held = { document, version: client.version, link: client.link };
      client.advances.splice(0, client.advances.length - 1);
    });
    try {
      await client.until(() => this.isSynced(client) || client.closeCode !== null, 'a sync', PATIENCE_MS);
      for (const asked of roamer.unanswered()) this.send(asked);
      await client.until(() => client.closeCode !== null, 'its end', 2 ** 31 - 1);
    } finally {
      clearInterval(watch);
      client.cut();
      this.client = null;
    }
  }
}
