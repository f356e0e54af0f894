import type { SessionData } from '@cotejo/access-contracts';
import { API_BASE, errorEnvelope } from '@cotejo/http/contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { z } from 'zod';
import type { Chance } from '../../../apps/server/src/fuzz/chance.fixture.ts';
import type { Scene } from '../orders.ts';
import type { CanaryScanner } from './canary-scanner.ts';
import type { Tally } from './tally.ts';

/** Milliseconds to wait for an answer: longer than any time limit of the checks; in a short run, only a little. */
const ANSWER_MS = 20_000;
const SHORT_ANSWER_MS = 4_000;
const JSON_TYPE = 'application/json';
const ticketed = z.object({ data: z.object({ ticket: z.string() }) });

export type Who = Pick<SessionData, 'token'>;

export interface Asked {
  readonly method?: string;
  /** With leading slash, without `/api`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | object;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Error code of a refusal, from the catalogue. */
  readonly code: string | null;
}

/** One running attack: its scene, random numbers, deadline and tally. */
export class Raid {
  private readonly clients: RawClient[] = [];

  constructor(
    readonly scene: Scene,
    readonly chance: Chance,
    readonly tally: Tally,
    readonly isSmall: boolean,
    private readonly scanner: CanaryScanner,
    private readonly deadline: number,
  ) {}

  get isOver(): boolean {
    return performance.now() > this.deadline;
  }

  get patienceMs(): number {
    return this.size(SHORT_ANSWER_MS, ANSWER_MS);
  }

  /** A random node for the next request. */
  get url(): string {
    return this.chance.pick(this.scene.urls);
  }

  size(small: number, whole: number): number {
    return this.isSmall ? small : whole;
  }

  /** Sends a request and tallies the answer; null if the connection ended instead. */
  async ask(asked: Asked, who: Who = this.scene.junior, url = this.url): Promise<Answered | null> {
    const { method = asked.body === undefined ? 'GET' : 'POST', path, headers, body } = asked;
    const isBytes = typeof body === 'string' || body instanceof Uint8Array;
    const what = `${method} ${path.slice(0, 120)}`;
    try {
      const answer = await fetch(url + API_BASE + path, {
        method,
        headers: {
          authorization: `Token ${who.token}`,
          // A compressed answer could not be scanned for canaries.
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-type': JSON_TYPE }),
          ...headers,
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.patienceMs),
      });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      this.scanner.scan(bytes, what);
      const text = Buffer.from(bytes).toString();
      const code = answer.ok ? null : codeOf(text);
      this.tally.noteStatus(answer.status, code, what);
      return { status: answer.status, headers: answer.headers, text, code };
    } catch (error) {
      this.tally.note(error instanceof Error && error.name === 'TimeoutError' ? 'no answer' : 'cut');
      return null;
    }
  }

  /** A client in a room with an open socket, closed at the end of the attack; null if the node never opens one. */
  async enter(
    kind: string,
    id: string,
    who: Who = this.scene.junior,
    greets = true,
    url = this.url,
  ): Promise<RawClient | null> {
    const ticket = await this.ticketOf(who, url);
    if (ticket === null) return null;
    const path = `${ROOM_PATH}/${kind}/${id}`;
    const client = new RawClient({
      url: `${url.replace(/^http/, 'ws')}${path}?ticket=${encodeURIComponent(ticket)}`,
      greets,
    });
    this.clients.push(client);
    client.socket.on('message', (data: unknown) => {
      if (data instanceof Uint8Array) this.scanner.scan(data, path);
    });
    client.socket.on('close', (code: number) => {
      // 1005 and 1006 are closes by the client itself.
      if (code > 1000 && code !== 1005 && code !== 1006) this.tally.noteClose(code, path);
    });
    const isOpen = (): boolean => client.socket.readyState === client.socket.OPEN;
    await client
      .until(() => isOpen() || client.closeCode !== null, 'an open socket', this.patienceMs)
      .catch(() => this.tally.note('no answer'));
    return isOpen() ? client : null;
  }

  hear(bytes: Uint8Array | string, where: string): void {
    this.scanner.scan(bytes, where);
  }

  async ticketOf(who: Who, url: string): Promise<string | null> {
    const answer = await this.ask({ path: '/users/@me/ticket/', body: {} }, who, url);
    const parsed = ticketed.safeParse(answer && parse(answer.text));
    return parsed.success ? parsed.data.data.ticket : null;
  }

  end(): void {
    for (const client of this.clients) client.cut();
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const codeOf = (text: string): string | null => errorEnvelope.safeParse(parse(text)).data?.code ?? null;
