import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { forkAtLowPriority } from './low-priority.ts';

const NICENESS = 12;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotejo-priority-'));
  writeFileSync(join(folder, 'child.mjs'), `process.on('disconnect', () => process.exit(7)).send('ready');`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start() {
  const child = forkAtLowPriority(join(folder, 'child.mjs'), NICENESS, {});
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.pid === undefined) throw new Error('not started');
  return { child, pid: child.pid };
}

describe('a child process of low priority', () => {
  it('is nice, and so is the group in which the system schedules it', async () => {
    const { pid } = start();
    expect(getPriority(pid)).toBe(NICENESS);
    const group = `/proc/${pid}/autogroup`;
    if (!existsSync(group)) return;
    await vi.waitFor(() => expect(readFileSync(group, 'utf8')).toContain(`nice ${NICENESS}`));
    expect(readFileSync('/proc/self/autogroup', 'utf8')).not.toContain(`nice ${NICENESS}`);
  });

  it('ends when its parent is gone', async () => {
    const { child } = start();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.once('message', () => child.disconnect());
    expect(await ended).toBe(7);
  });
});
