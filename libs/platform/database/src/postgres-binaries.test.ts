import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hydrateSymlinks } from './postgres-binaries.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotejo-test-binaries-'));
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), '');
  writeFileSync(
    join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the symlinks that a registry package cannot carry', () => {
  const link = () => readlinkSync(join(folder, 'native/lib/libpq.so.5'));

  it('are made where no install script ran, relative so that the folder may be copied', async () => {
    await hydrateSymlinks(folder);
    expect(link()).toBe('libpq.so.5.18');
  });

  it('are left or mended when made before', async () => {
    symlinkSync('libpq.so.5.17', join(folder, 'native/lib/libpq.so.5'));
    await hydrateSymlinks(folder);
    await hydrateSymlinks(folder);
    expect(link()).toBe('libpq.so.5.18');
  });
});
