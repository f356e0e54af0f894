import { it } from 'vitest';
import { createPostgresLog } from '../conformance/postgres-log.ts';
import { contentHash, genesisLink, isoFromMicros, link } from '../hash-chain.ts';
import { createPostgresArchive } from '../postgres/postgres-archive.ts';
import type { Position, RecordedEvent } from '../port.ts';
import { exportLog } from './export-log.ts';
import { verifyLog } from './verify-log.ts';
import { verifyExport } from './verify-export.ts';
import { importLog } from './import-log.ts';
import { given } from './archive-subject.fixture.ts';

it('rates', { timeout: 600_000 }, async () => {
  const N = 100_000;
  const heads = new Map<string, RecordedEvent>();
  const all: RecordedEvent[] = [];
  for (let n = 0; n < N; n++) {
    const stream = `audit-${n % 1000}`;
    const before = heads.get(stream);
    const event = {
      id: crypto.randomUUID(),
      type: 'ItemRenamed',
      schemaVersion: 1,
      data: {
        n,
        name: 'Conciliación de cuentas por pagar',
        previous: 'x'.repeat(80),
        item: crypto.randomUUID(),
        nested: { a: [1, 2, 3], b: null },
      },
      meta: {
        actor: 'user-1',
        at: '2026-03-01T12:00:00.000Z',
        account: 'account-1',
        command: crypto.randomUUID(),
      },
    };
    const hash = contentHash(event);
    const version = (before?.version ?? -1n) + 1n;
    const r: RecordedEvent = {
      ...event,
      stream,
      version,
      position: String(n + 1) as Position,
      recordedAt: isoFromMicros(BigInt(n)),
      contentHash: hash,
      link: link(before?.link ?? genesisLink(stream), version, BigInt(n), hash),
    };
    heads.set(stream, r);
    all.push(r);
  }
  const log = await createPostgresLog();
  const archive = createPostgresArchive({ connectionString: log.ownerUrl });
  const time = async (what: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    const s = (performance.now() - start) / 1000;
    console.log(
      what,
      s.toFixed(2),
      's',
      Math.round(N / s),
      '/s',
      Math.round(process.memoryUsage().rss / 1e6),
      'MB',
    );
  };
  const { storeId } = await archive.identity();
  await archive.adopt(storeId);
  await time('write', async () => {
    for (let i = 0; i < N; i += 1000) await archive.write(all.slice(i, i + 1000));
  });
  await time('read pages', async () => {
    let p = await archive.page(null, 1000);
    while (!p.atEnd) p = await archive.page(p.next, 1000);
  });
  for (let i = 0; i < 2; i++)
    await time('verify', async () => {
      const v = await verifyLog(archive, { trustedKeys: null });
      if (v.fault) throw new Error(JSON.stringify(v.fault.reason));
    });
  const lines: string[] = [];
  for (let i = 0; i < 2; i++)
    await time('export', async () => {
      lines.length = 0;
      for await (const line of exportLog(archive)) lines.push(line.slice(0, -1));
    });
  await time('verify file', async () => {
    const v = await verifyExport(given(lines), { trustedKeys: null });
    if (v.fault) throw new Error(JSON.stringify(v.fault.reason));
  });
  const other = await createPostgresLog();
  const target = createPostgresArchive({ connectionString: other.ownerUrl });
  await time('import', () => importLog(target, given(lines), { trustedKeys: null }));
  await archive.close();
  await target.close();
  await log.drop();
  await other.drop();
});
