import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLog } from '@cotejo/event-store/archive';
import { createMemoryArchive, createMemoryEventStore } from '@cotejo/event-store/memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogSeals, SEAL_EVENTS } from './log-seals.ts';
import { readSealCopies } from './seal-copies.ts';
import { readTrustedKeys, trustKey } from './trusted-keys.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-seals-'));
});
afterEach(() => rm(folder, { recursive: true }));

const isClosing = ({ type }: { readonly type: string }): boolean => type === 'Closed';
const seen = (type = 'Noted', stream = 'box') => ({ stream, type, data: {} });

function given() {
  const store = createMemoryEventStore();
  const archive = createMemoryArchive(store);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  let now = new Date('2026-03-01T15:00:00.000Z');
  /** A node with its own data folder, or a shared one. */
  const node = (name = 'one', logSigningKeyFile?: string) => {
    const place = { dataDir: join(folder, name), logSigningKeyFile };
    return new LogSeals({ store, archive, place, isClosing, clock: () => now, log });
  };
  const note = () =>
    store.append({
      stream: 'box',
      expected: 'any',
      events: [
        {
          id: randomUUID(),
          type: 'Noted',
          schemaVersion: 1,
          data: {},
          meta: { actor: 'test', at: now.toISOString() },
        },
      ],
    });
  const sealed = async () => (await store.head('log-seals'))?.version ?? -1n;
  return { store, archive, log, node, note, sealed, at: (moment: string) => (now = new Date(moment)) };
}

describe('the seals', () => {
  it('are one an hour and a day of Bogotá, and none of those in which nothing was written', async () => {
    const { node, note, sealed, at } = given();
    const seals = node();
    await seals.look();
    expect(await sealed()).toBe(-1n);
    at('2026-03-02T04:30:00.000Z');
    await note();
    await seals.look();
    await note();
    at('2026-03-02T04:59:00.000Z');
    await seals.look();
    expect(await sealed()).toBe(0n);
    at('2026-03-02T05:00:00.000Z');
    await seals.look();
    expect(await sealed()).toBe(1n);
    at('2026-03-05T12:00:00.000Z');
    await seals.look();
    expect(await sealed()).toBe(1n);
    await note();
    await seals.look();
    expect(await sealed()).toBe(2n);
    await note();
    at('2026-03-05T12:59:59.000Z');
    await seals.look();
    expect(await sealed()).toBe(2n);
    at('2026-03-05T13:00:00.000Z');
    await seals.look();
    expect(await sealed()).toBe(3n);
  });

  it.each([
    [SEAL_EVENTS - 1, seen(), 0n],
    [SEAL_EVENTS, seen(), 1n],
    [1, seen('Closed'), 1n],
    [SEAL_EVENTS, seen('LogSealed', 'log-seals'), 0n],
  ])('after %d more of %o stand at version %d', async (count, event, version) => {
    const { node, note, sealed } = given();
    await note();
    const seals = node();
    await seals.look();
    await note();
    seals.note(Array.from({ length: count }, () => event));
    await seals.look();
    expect(await sealed()).toBe(version);
    await note();
    await seals.look();
    expect(await sealed()).toBe(version);
  });

  it('are copied by every node, whichever made them', async () => {
    const { archive, node, note, at } = given();
    const shared = join(folder, 'shared.pem');
    await note();
    const first = node('one');
    await first.look();
    await writeFile(shared, await readFile(join(folder, 'one/keys/log-signing.pem')), { mode: 0o600 });
    const second = node('two', shared);
    await second.look();
    at('2026-03-03T12:00:00.000Z');
    await note();
    await Promise.all([first.look(), second.look()]);
    await Promise.all([first.look(), second.look()]);
    const copies = await readSealCopies(join(folder, 'one'));
    expect(copies).toHaveLength(2);
    expect(await readSealCopies(join(folder, 'two'))).toEqual(copies);
    const trustedKeys = await readTrustedKeys(join(folder, 'two'));
    expect((await verifyLog(archive, { trustedKeys, seals: copies })).fault).toBeNull();
  });

  it('are made with a key that was made once, for its owner alone', async () => {
    const { node, note, log } = given();
    await note();
    await Promise.all([node().look(), node().look(), node().look()]);
    expect(await readdir(join(folder, 'one/keys'))).toEqual(['log-signing.pem', 'trusted-log-keys.txt']);
    expect((await stat(join(folder, 'one/keys/log-signing.pem'))).mode & 0o777).toBe(0o600);
    expect(log.warn).not.toHaveBeenCalled();
    await node().look();
    expect(new Set(await readTrustedKeys(join(folder, 'one'))).size).toBe(1);
  });

  it('say so when the key is another than the one that was trusted, and copy nothing of it', async () => {
    const { node, note, log } = given();
    await trustKey(join(folder, 'one'), 'a'.repeat(64));
    await note();
    await node().look();
    expect(log.warn).toHaveBeenCalledOnce();
    expect(await readSealCopies(join(folder, 'one'))).toEqual([]);
  });

  it('do not keep a server from running that has nowhere to keep the key, unless somebody named one', async () => {
    const { node, log } = given();
    await writeFile(join(folder, 'one'), 'a file where the folder should be');
    const seals = node();
    await seals.start();
    await seals.stop();
    expect(log.error).toHaveBeenCalled();
    await expect(node('two', join(folder, 'missing.pem')).start()).rejects.toThrow(/missing\.pem/);
  });

  it('look by themselves when the server starts', async () => {
    const { node, note, sealed } = given();
    await note();
    const seals = node();
    await seals.start();
    await vi.waitFor(async () => expect(await sealed()).toBe(0n));
    await seals.stop();
    expect(await readSealCopies(join(folder, 'one'))).toHaveLength(1);
  });

  it('write on after a copy that was cut by a power failure', async () => {
    const { store, node, note, at } = given();
    await note();
    await node().look();
    const { storeId } = await store.identity();
    const file = join(folder, `one/seals/${storeId}.ndjson`);
    await writeFile(file, '{"format":1,"sto', { flag: 'a' });
    at('2026-03-03T12:00:00.000Z');
    await note();
    await node().look();
    expect(await readSealCopies(join(folder, 'one'))).toHaveLength(2);
  });
});
