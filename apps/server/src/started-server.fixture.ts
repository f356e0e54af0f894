import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loginAnswer, ticketAnswer, type SessionData } from '@cotejo/access-contracts';
import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { provide } from '@cotejo/record/server';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { PATIENCE_MS, type CopiedDatabase } from '@cotejo/testing';
import { TEXT_TIMES } from '@cotejo/worksheets-server';
import { io, type Socket } from 'socket.io-client';
import request from 'supertest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { readConfiguration } from './configuration/configuration.ts';
import { createLogger } from './configuration/logger.ts';
import { DEMO_PASSWORD } from './demo/demo-people.ts';
import { startServer, type RunningServer } from './start-server.ts';

const ticketAnswered = z.object({ data: ticketAnswer });
const logLine = z.looseObject({ level: z.number() });
const WARN = 40;

type Headers = Record<string, string>;

export interface ServerOptions {
  readonly model?: string;
  /**
   * Milliseconds; tests about lag set the production value, so that a stalled machine disconnects no clients
   * in the others.
   */
  readonly mostLagMs?: number;
  /** Least milliseconds that a change waits for its rows; tests about lag set the production value, none. */
  readonly leastWaitMs?: number;
  /** The machine's clock. */
  readonly clock?: () => Date;
}

/** The whole server on a free port, with clients for its entry points. */
export class StartedServer {
  private constructor(
    readonly server: RunningServer,
    /** Raw log lines. */
    readonly logged: readonly string[],
    private readonly ownFolder: string | null,
  ) {}

  /** Starts with these variables beside the defaults of tests; the data folder starts as a copy of `model`. */
  static async start(
    env: Readonly<Record<string, string>>,
    { model, mostLagMs = PATIENCE_MS, leastWaitMs = PATIENCE_MS, clock }: ServerOptions = {},
  ): Promise<StartedServer> {
    const ownFolder = env['DATA_DIR'] === undefined ? await mkdtemp(join(tmpdir(), 'cotejo-server-')) : null;
    const folder = ownFolder ?? env['DATA_DIR'];
    if (model !== undefined && folder !== undefined) await cp(model, folder, { recursive: true });
    const read = readConfiguration({
      NODE_ENV: 'test',
      ...(ownFolder === null ? {} : { DATA_DIR: ownFolder }),
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      ...env,
    });
    if (!read.ok) throw new Error(read.variables.join());
    const { configuration } = read;
    const logged: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(...chunk.toString().trim().split('\n'));
        done();
      },
    });
    const log = createLogger(configuration, sink);
    return new StartedServer(
      await startServer({
        configuration,
        log,
        say: () => undefined,
        leastWaitMs,
        mostLagMs,
        ...(clock && { clock }),
        provides: [provide(TEXT_TIMES, () => ({ idle: PATIENCE_MS, most: 2 * PATIENCE_MS }))],
      }),
      logged,
      ownFolder,
    );
  }

  /** Starts on a prepared database with its data folder. */
  static on(
    { appUrl, ownerUrl, folder }: CopiedDatabase,
    env: Readonly<Record<string, string>> = {},
    options: ServerOptions = {},
  ): Promise<StartedServer> {
    const variables = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ...env };
    return StartedServer.start(variables, { model: folder, ...options });
  }

  /** Log lines of level warn and above. */
  get complaints(): readonly string[] {
    return this.logged.filter((line) => logLine.parse(JSON.parse(line)).level >= WARN);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    if (this.ownFolder !== null) await rm(this.ownFolder, { recursive: true, force: true });
  }

  /** Requests without a session. */
  api() {
    return request(this.server.http);
  }

  get(path: string, { token }: Pick<SessionData, 'token'>) {
    return this.api().get(`/api${path}`).set('Authorization', `Token ${token}`);
  }

  post(path: string, { token }: Pick<SessionData, 'token'>) {
    return this.api().post(`/api${path}`).set('Authorization', `Token ${token}`);
  }

  async signIn(username = 'claudia.restrepo', password = DEMO_PASSWORD): Promise<SessionData> {
    const answer = await this.api().post('/api/login/?appVersion=2').send({ username, password }).expect(200);
    const [success, , data] = loginAnswer.parse(answer.body);
    if (!success) throw new Error(JSON.stringify(answer.body));
    return data;
  }

  async ticketOf(session: Pick<SessionData, 'token'>): Promise<string> {
    const answer = await this.post('/users/@me/ticket/', session).expect(200);
    return ticketAnswered.parse(answer.body).data.ticket;
  }

  /** A connected socket of the live feed. */
  async feed(session: Pick<SessionData, 'token'>, headers: Headers = {}): Promise<Socket> {
    const socket = io(this.server.address + LIVE_NAMESPACE, {
      auth: { ticket: await this.ticketOf(session) },
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: headers,
    });
    await new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', reject);
    });
    return socket;
  }

  /** A room's socket before its handshake frame; an audit's room by default. */
  room(id: string, ticket?: string, headers: Headers = {}, kind = 'audit'): WebSocket {
    const query = ticket === undefined ? '' : `?ticket=${ticket}`;
    const address = this.server.address.replace('http', 'ws');
    return new WebSocket(`${address}${ROOM_PATH}/${kind}/${id}${query}`, { headers });
  }
}

/** Closing code of a socket. */
export const closedWith = (socket: WebSocket): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.once('close', resolve);
    socket.once('error', reject);
  });
