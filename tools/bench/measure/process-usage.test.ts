import { describe, expect, it } from 'vitest';
import { ticksOf, usageWhile } from './process-usage.ts';

describe('the time of a process', () => {
  it('is that of user and system together', () => {
    const stat = '42 (node) S 1 42 42 0 -1 4194304 500 0 0 0 120 30 7 9 20 0 11 0 12345';
    expect(ticksOf(stat)).toBe(150);
  });

  it('is found behind a name that looks like fields', () => {
    const stat = '42 (a) b (c) 9 9) R 1 42 42 0 -1 4194304 500 0 0 0 3 4 7 9 20 0 11 0 12345';
    expect(ticksOf(stat)).toBe(7);
  });

  it('is unknown for what is no process', () => {
    expect(ticksOf('')).toBeNaN();
  });
});

describe.runIf(process.platform === 'linux')('the usage of this process', () => {
  it('holds some memory, and time when it works', async () => {
    const { core, resident } = await usageWhile(process.pid, async () => {
      // CPU time of this process, independent of other load on the machine.
      const before = process.cpuUsage();
      while (process.cpuUsage(before).user < 120_000);
    });
    expect(core).toBeGreaterThan(0);
    expect(resident).toBeGreaterThan(10);
  });
});
