import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHolder, lockDataFolder } from './instance-lock.ts';
import { pidDomain, processBirth } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotejo-test-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Above any pid that the system assigns. */
const GONE = 2 ** 22 + 1;

function leaveLock(fields: object, name = 'instance.lock', secondsAgo = 0): void {
  const file = join(folder, name);
  const holder = {
    token: 'earlier',
    pid: process.pid,
    born: processBirth(process.pid),
    domain: pidDomain(),
    address: 'http://localhost:3000',
  };
  writeFileSync(file, JSON.stringify({ ...holder, ...fields }));
  const beat = Date.now() / 1_000 - secondsAgo;
  utimesSync(file, beat, beat);
}

describe('the lock of a data folder', () => {
  it('is held from taking to release, and tells the address announced last', async () => {
    const lock = await lockDataFolder(folder, 'http://localhost:1');
    await lock.announce('http://localhost:2');
    expect(await findHolder(folder)).toMatchObject({ pid: process.pid, address: 'http://localhost:2' });
    await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_in_use' });
    await lock.release();
    expect(await findHolder(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    { left: 'nothing', leave: () => undefined },
    { left: 'the lock of a dead instance', leave: () => leaveLock({ pid: GONE }) },
    { left: 'a lock cut short', leave: () => writeFileSync(join(folder, 'instance.lock'), '{') },
    {
      left: 'the locks of one that died while it recovered another',
      leave: () => {
        leaveLock({ pid: GONE, token: 'second' }, 'instance.lock.dead-earlier');
        leaveLock({ pid: GONE });
      },
    },
  ])('goes to exactly one of many that come at once and find $left', async ({ leave }) => {
    for (let round = 0; round < 20; round += 1) {
      leave();
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(folder)));
      const taken = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(taken).toHaveLength(1);
      for (const { value } of taken) await value.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it.each([
    { why: 'its process lives', fields: {}, held: true },
    { why: 'its process is gone', fields: { pid: GONE }, held: false },
    { why: 'its pid belongs to a later process', fields: { born: '1' }, held: false },
    { why: 'another container beats', fields: { domain: 'other', pid: GONE }, held: true },
    { why: 'another container fell silent', fields: { domain: 'other' }, secondsAgo: 60, held: false },
  ])('that was left, when $why, holds: $held', async ({ fields, secondsAgo, held }) => {
    leaveLock(fields, 'instance.lock', secondsAgo);
    if (held) {
      await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'data_folder_in_use' });
    } else {
      const lock = await lockDataFolder(folder);
      expect(lock.recoveredFrom).not.toBeNull();
      await lock.release();
    }
  });

  it('cut short by a power failure is recovered', async () => {
    writeFileSync(join(folder, 'instance.lock'), '{"pid":');
    await (await lockDataFolder(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
