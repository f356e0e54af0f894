import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Runs the command; resolves with its output and exit code. */
function simulate(...args) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS$|TEST)/.test(name),
  );
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'tools/simulate.mjs'), ...args],
      { env: { ...Object.fromEntries(inherited), LANG: 'en' } },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}
const resultOf = (stdout) => JSON.parse(stdout.trim().split('\n').at(-1)).simulate;

describe('npm run simulate', () => {
  it('says how many lives there were and that all kept their invariants', async () => {
    const { code, stdout } = await simulate('--runs', '4', '--seed', '1');
    expect(resultOf(stdout)).toMatchObject({ seed: 1, runs: 4, failures: 0 });
    expect(code).toBe(0);
  });

  it('tells what was broken, the steps that break it, and how to see it again', async () => {
    const { code, stdout } = await simulate(
      '--runs',
      '2',
      '--seed',
      '1',
      '--mutant',
      'a client that does not rebase',
    );
    expect(stdout).toContain('INVARIANT every view agrees');
    expect(stdout).toContain('{"step":"act"');
    expect(stdout).toContain('npm run simulate -- --seed 1 --runs 2');
    expect(resultOf(stdout).failures).toBeGreaterThan(0);
    expect(code).toBe(1);
  });

  it.each([
    ['--runs', 'many'],
    ['--lives', '3'],
  ])('explains itself to who asks for %s %s', async (...args) => {
    const { code, stderr } = await simulate(...args);
    expect(stderr).toContain('npm run simulate -- [--runs N] [--seed S]');
    expect(code).toBe(1);
  });
});
