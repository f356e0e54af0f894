import { describe, expect, it } from 'vitest';
import { createPostgresLog } from '../conformance/postgres-log.ts';
import { newEvents } from '../conformance/subject.ts';
import { createPostgresArchive } from '../postgres/postgres-archive.ts';
import { exported, fill, given, memorySubject, postgresSubject } from './archive-subject.fixture.ts';
import { importLog } from './import-log.ts';
import { specifyArchive } from './specify-archive.fixture.ts';
import { verifyLog } from './verify-log.ts';

specifyArchive(postgresSubject);

describe('an import into Postgres', () => {
  it('that is not finished keeps servers from working on the log, until it is run again', async () => {
    const from = await memorySubject.create();
    await fill(from.store);
    const lines = await exported(from.archive);
    const log = await createPostgresLog();
    const archive = createPostgresArchive({ connectionString: log.ownerUrl });
    const anyKey = { trustedKeys: null };
    await expect(importLog(archive, given(lines.slice(0, -3)), anyKey)).rejects.toMatchObject({
      code: 'cut_off',
    });

    const request = { stream: 'box-0', expected: 'any', events: newEvents(1) } as const;
    await expect(log.open().append(request)).rejects.toMatchObject({ kind: 'fatal', message: /import/ });
    await importLog(archive, given(lines), anyKey);
    await log.open().append(request);
    expect((await verifyLog(archive, anyKey)).fault).toBeNull();
    await archive.close();
    await log.drop();
  });

  it('is not for the application to do', async () => {
    const log = await createPostgresLog();
    const archive = createPostgresArchive({ connectionString: log.appUrl });
    const from = await memorySubject.create();
    await fill(from.store, { rounds: 1 });
    const { events } = await from.archive.page(null, 10);
    const denied = { kind: 'fatal', message: /permission denied/ };
    await expect(archive.write(events)).rejects.toMatchObject(denied);
    await expect(archive.writeCommands(await from.archive.commands(null, 10))).rejects.toMatchObject(denied);
    await expect(archive.adopt(crypto.randomUUID())).rejects.toMatchObject(denied);
    await archive.close();
    await log.drop();
  });
});
