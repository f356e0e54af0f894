import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APP_ROLE } from '@cotejo/database';
import { RoomServer, type RoomLimits } from '@cotejo/rooms/server';
import { RawClient, type RawClientOptions } from '@cotejo/rooms/testing';
import { testDatabase } from '@cotejo/testing';
import pg from 'pg';
import {
  createTextQuarantine,
  createTextTables,
  grantTextTables,
  TextRooms,
  type TextLimits,
  type TextTimes,
} from '../server/index.ts';
import { memoTextHost, type MemoTextHost, type Writer } from './memo-text-host.fixture.ts';

export interface TextDatabase {
  readonly appUrl: string;
  /** Connected as the schema's owner. */
  readonly owner: pg.Pool;
  /** Remaining rows of a document, in order. */
  updatesOf(document: string): Promise<readonly { readonly seq: number; readonly author: string | null }[]>;
  /** Last row written, covered and pruned; undefined when the document does not exist. */
  stateOf(document: string): Promise<{ head: number; covered: number; base: number } | undefined>;
  drop(): Promise<void>;
}

/** A database with the tables of texts and the grants of the product. */
export async function textDatabase(): Promise<TextDatabase> {
  const database = await testDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 3 });
  await createTextTables(owner);
  await createTextQuarantine(owner);
  await grantTextTables(owner, APP_ROLE);
  return {
    appUrl: database.appUrl,
    owner,
    async updatesOf(document) {
      const { rows } = await owner.query<{ seq: number; author: string | null }>(
        'select seq, author from vault.text_update where document = $1 order by seq',
        [document],
      );
      return rows;
    },
    async stateOf(document) {
      const { rows } = await owner.query<{ head: number; covered: number; base: number }>(
        'select head, covered, base from vault.text_document where document = $1',
        [document],
      );
      return rows[0];
    },
    async drop() {
      await owner.end();
      await database.drop();
    },
  };
}

export interface TextNodeOptions {
  readonly host?: MemoTextHost;
  readonly times?: Partial<TextTimes>;
  readonly limits?: Partial<TextLimits>;
  readonly roomLimits?: Partial<RoomLimits>;
}

/** A node of the product, limited to texts. */
export interface TextNode {
  readonly host: MemoTextHost;
  readonly texts: TextRooms<Writer>;
  readonly rooms: RoomServer<Writer>;
  readonly pool: pg.Pool;
  /** `ws://…/rooms`. */
  readonly url: string;
  readonly problems: string[];
  /** Work charged by user name, in events. */
  readonly charged: ReadonlyMap<string, number>;
  connect(name: string, memo: string, options?: Partial<RawClientOptions>): RawClient;
  stop(): Promise<void>;
  /** Simulates a killed process: no revisions, no close frames. */
  crash(): Promise<void>;
}

export async function startTextNode(
  database: TextDatabase,
  options: TextNodeOptions = {},
): Promise<TextNode> {
  const { host = memoTextHost(), times, limits, roomLimits } = options;
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 8 });
  pool.on('error', () => undefined);
  const problems: string[] = [];
  const log = (_level: string, message: string, { error }: { error?: unknown }) =>
    void problems.push(`${message}: ${String(error)}`);
  const texts = new TextRooms<Writer>({
    host,
    pool,
    connectionString: database.appUrl,
    log,
    times: { idle: 60_000, most: 120_000, ...times },
    ...(limits && { limits }),
  });
  await texts.start();
  const charged = new Map<string, number>();
  const rooms = new RoomServer<Writer>({
    hosts: [texts],
    pace: {
      take: () => null,
      charge: ({ name }, cost) => void charged.set(name, (charged.get(name) ?? 0) + cost),
    },
    redeem: (ticket) => {
      const [name = '', session = `s-${name}`] = ticket.split('@');
      return { name, session };
    },
    sessionOf: ({ session }) => session,
    log,
    limits: { presenceDelay: 5, ...roomLimits },
  });
  const server = createServer();
  rooms.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rooms`;
  let isOver = false;
  const shut = async (end: () => Promise<void>) => {
    if (isOver) return;
    isOver = true;
    await end();
    await rooms.drain(100);
    await texts.stop();
    if (!pool.ended) await pool.end();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    host,
    texts,
    rooms,
    pool,
    url,
    problems,
    charged,
    connect: (name, memo, more = {}) =>
      new RawClient({ url: `${url}/memo/${memo}?ticket=${encodeURIComponent(name)}`, ...more }),
    stop: () => shut(async () => undefined),
    // Without its database pool the node can't do anything: equivalent to a killed process.
    crash: () => shut(() => pool.end()),
  };
}
