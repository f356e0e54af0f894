import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runVitest, testFile, testFolder } from './run-vitest.fixture.mjs';
import { SECOND_TRIES_ALLOWED } from './second-tries.mjs';

let place;
beforeEach(() => {
  place = testFolder('export default { test: { retry: 1 } };');
});
afterEach(() => place.remove());

const run = (text) =>
  runVitest(place.folder, { files: { 'a.test.mjs': text }, reporter: 'second-tries.mjs' });

/** Passes at its second try. */
const flaky = (name) =>
  `globalThis.${name} = (globalThis.${name} ?? 0) + 1; expect(globalThis.${name}, 'tries').toBe(2);`;
const several = (count) => testFile(...Array.from({ length: count }, (_, n) => flaky(`tries${n}`)));

describe('tests that need a second try', () => {
  it('are listed with their first failure, and the run passes', async () => {
    const { code, output } = await run(testFile('expect(1).toBe(1);', flaky('tries')));
    expect(output).toContain('1 flaky\n');
    expect(output).toMatch(/a\.test\.mjs > t1\n.*AssertionError: tries: expected 1 to be 2/);
    expect(output).toMatch(/at .*a\.test\.mjs:3:\d+/);
    expect(output).not.toContain('> t0');
    expect(code).toBe(0);
  });

  it('make the run fail when they are more than allowed', async () => {
    const most = await run(several(SECOND_TRIES_ALLOWED));
    expect(most.output).toContain(`${SECOND_TRIES_ALLOWED} flaky\n`);
    expect(most.code).toBe(0);
    const more = await run(several(SECOND_TRIES_ALLOWED + 1));
    expect(more.output).toContain(`${SECOND_TRIES_ALLOWED + 1} flaky; only`);
    expect(more.code).toBe(1);
  });

  it('are failures when they fail again', async () => {
    const { code, output } = await run(testFile(flaky('tries'), 'expect(1).toBe(2);'));
    expect(output).toContain('1 flaky\n');
    expect(output).not.toContain('> t1');
    expect(code).toBe(1);
  });

  it('run again alone: what earlier tests made is there once', async () => {
    const makes = 'globalThis.made = (globalThis.made ?? 0) + 1;';
    const { code, output } = await run(testFile(makes, `${flaky('tries')} expect(globalThis.made).toBe(1);`));
    expect(output).toContain('1 flaky\n');
    expect(code).toBe(0);
  });

  it('are not mentioned when there are none', async () => {
    const { code, output } = await run(testFile('expect(1).toBe(1);'));
    expect(output).not.toContain('flaky');
    expect(code).toBe(0);
  });
});
