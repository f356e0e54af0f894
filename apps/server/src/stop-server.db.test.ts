import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIT_LIST_TOPIC, auditRow } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { closedWith, StartedServer } from './started-server.fixture.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotejo-test-stop-'));
  await chmod(dataDir, 0o711);
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

it('stops without a complaint while people work: whatever used the database leaves before it ends', async () => {
  const started = await StartedServer.start({ DATA_DIR: dataDir });
  const session = await started.signIn();
  const { body } = await started.get('/proyecto/riesgo/auditoria/', session).expect(200);
  const [audit] = z.array(auditRow).parse(body.data);

  const feed = await started.feed(session);
  await feed.emitWithAck('follow', { topic: AUDIT_LIST_TOPIC, key: session.user.account_id, cursor: -1 });
  const room = started.room(audit?.id ?? '', await started.ticketOf(session));
  await new Promise((resolve) => room.once('open', resolve));

  const left = Promise.all([new Promise((resolve) => feed.once('disconnect', resolve)), closedWith(room)]);
  await started.stop();
  await left;

  expect(started.complaints).toEqual([]);
  // Postgres itself says whom it had to throw out.
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/terminating connection/);
});
