import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initializeCluster, isDiskFullText } from './initialize-cluster.ts';

/** Output of PostgreSQL 18's programs on a 20 MB and a 60 MB disk. */
const fullDisk = [
  'initdb: error: could not write file "/t/pgdata/postgresql.conf": No space left on device',
  'FATAL:  could not write to file "pg_wal/xlogtemp.31": No space left on device',
  'FATAL:  could not extend file "base/1/2618" with FileFallocate(): No space left on device',
  'PANIC:  could not write to file "pg_wal/xlogtemp.44": Disk quota exceeded',
];

describe('a disk without space', () => {
  it.each(fullDisk)('is known by what Postgres says: %s', (line) => {
    expect(isDiskFullText(line)).toBe(true);
  });

  it('is not suspected behind other failures', () => {
    expect(isDiskFullText('FATAL:  data directory "/t/pgdata" has invalid permissions')).toBe(false);
  });
});

describe('the creation of a cluster that fails', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotejo-test-initdb-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Stub of initdb: leaves an incomplete cluster behind, as the real one does, and prints the error. */
  function failingInitdb(says: string): string {
    const script = join(folder, 'initdb');
    writeFileSync(script, `#!/bin/sh\ntouch "\${1#--pgdata=}/PG_VERSION"\necho '${says}' >&2\nexit 1\n`, {
      mode: 0o755,
    });
    return script;
  }

  it.each([
    { says: fullDisk[0] ?? '', code: 'disk_full' },
    { says: 'initdb: error: program "postgres" is needed', code: 'initdb_failed' },
  ])('leaves nothing behind and says $code', async ({ says, code }) => {
    const initdb = failingInitdb(says);
    const created = initializeCluster({
      binaries: { initdb, postgres: '', version: '18.4.0', release: '18.4' },
      user: null,
      pgdata: join(folder, 'pgdata'),
      adminPassword: 'secret',
    });
    await expect(created).rejects.toMatchObject({ name: 'StartError', code });
    expect(readdirSync(folder)).toEqual(['initdb']);
  });
});
