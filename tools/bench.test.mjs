import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { faultOf, processesWith } from './workspace/run-small-benches.mjs';

describe('the end of a bench', () => {
  const good = {
    name: 'tree',
    code: 0,
    left: [],
    output: 'a table\n{"bench":"tree","figures":{},"bars":[]}\n',
  };

  it.each([
    ['its line of JSON', {}, true],
    ['the line of another', { name: 'access' }, false],
    ['a table alone', { output: 'a table\n' }, false],
    ['JSON that is no result', { output: '{"bench":"tree"}\n' }, false],
    ['an error after the line', { code: 1 }, false],
    ['a signal', { code: null }, false],
    ['a process that goes on', { left: ['7 postgres'] }, false],
  ])('%s', (_, change, isGood) => {
    expect(faultOf({ ...good, ...change }) === null).toBe(isGood);
  });

  it('is seen from the mark that all it started carries', async () => {
    const mark = `COTEJO_TEST_MARK=${process.pid}-${Date.now()}`;
    const [name, value] = mark.split('=');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { ...process.env, [name]: value },
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    await expect.poll(() => processesWith(mark)).toEqual([expect.stringContaining(String(child.pid))]);
    child.kill();
    await once(child, 'exit');
    await expect.poll(() => processesWith(mark)).toEqual([]);
  });
});
