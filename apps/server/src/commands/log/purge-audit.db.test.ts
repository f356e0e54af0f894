import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditRow, type AuditRow } from '@cotejo/audits-contracts';
import { encodeFrame, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ClosingStack } from '../../configuration/closing-stack.ts';
import { readConfiguration } from '../../configuration/configuration.ts';
import { createLogger } from '../../configuration/logger.ts';
import { openFoundation } from '../../foundation.ts';
import { demoDatabase } from '../../demo-database.fixture.ts';
import { StartedServer } from '../../started-server.fixture.ts';
import type { CommandContext } from '../command.ts';
import { log } from '../log.ts';
import { projections } from '../projections.ts';

let database: CopiedDatabase;
let started: StartedServer;
let folder: string;
let env: Record<string, string>;
const said: string[] = [];
const say = (line: string): void => void said.push(line);
const context = (more: Partial<CommandContext> = {}): CommandContext => {
  const never = (): Promise<never> => Promise.reject(new Error('not needed'));
  return {
    say,
    complain: say,
    foundation: never,
    contexts: never,
    signal: new AbortController().signal,
    mostImportedItems: 100,
    ...more,
  };
};

beforeAll(async () => {
  database = await demoDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-purge-'));
  env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: folder };
  started = await StartedServer.start(env, { model: database.folder });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await started.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function audits(): Promise<readonly AuditRow[]> {
  const { body } = await started.get('/proyecto/riesgo/auditoria/', await started.signIn()).expect(200);
  return z.object({ data: z.array(auditRow) }).parse(body).data;
}

/** Closing code of the audit's room, or `open`. */
async function enter(audit: string): Promise<number | 'open'> {
  const socket = started.room(audit, await started.ticketOf(await started.signIn()));
  const hello = { t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null } as const;
  const outcome = await new Promise<number | 'open'>((resolve, reject) => {
    socket.once('open', () => socket.send(encodeFrame(hello)));
    socket.once('message', () => resolve('open'));
    socket.once('close', resolve);
    socket.once('error', reject);
  });
  socket.close();
  return outcome;
}

it('an audit whose stream was purged is gone after a rebuild; the others, and the log, are as they were', async () => {
  const before = await audits();
  const [gone, kept] = before;
  if (!gone || !kept) throw new Error('the demo has no audits');
  expect(await enter(gone.id)).toBe('open');

  for (const [name, value] of Object.entries({ LC_ALL: 'es_CO.UTF-8', ...env })) vi.stubEnv(name, value);
  const purge = [
    'purge',
    `audit-${gone.id}`,
    '--reason',
    'fin de la retención',
    '--confirm',
    `audit-${gone.id}`,
  ];
  expect(await log.run(purge, context())).toBe(0);

  await started.stop();
  started = await StartedServer.start({ ...env, COTEJO_SEED_DEMO: '0' });
  expect(await enter(gone.id)).not.toBe('open');
  expect(await enter(kept.id)).toBe('open');

  const read = readConfiguration({ NODE_ENV: 'test', ...env });
  if (!read.ok) throw new Error(read.variables.join());
  const closing = new ClosingStack((_, error) => {
    throw error;
  });
  const foundation = await openFoundation({
    configuration: read.configuration,
    log: createLogger({ ...read.configuration, logLevel: 'silent' }),
    say,
    closing,
  });
  for (const name of ['audits', 'worksheets']) {
    expect(await projections.run(['rebuild', name], context({ foundation: async () => foundation }))).toBe(0);
  }
  await closing.close();
  await vi.waitFor(async () =>
    expect((await audits()).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id)),
  );
  expect(await log.run(['verify'], context())).toBe(0);
  expect(started.complaints).toEqual([]);
});
