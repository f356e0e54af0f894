import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Pace } from './pace.ts';
import { TooMuchQueued, WorkLimiter, type Asker } from './work-limiter.ts';

const AT_ONCE = 2;
const EACH = 3;
let turns: WorkLimiter;
let begun: string[];
let ends: (() => void)[];
beforeEach(() => {
  turns = new WorkLimiter(AT_ONCE, EACH);
  [begun, ends] = [[], []];
});

const asker = (id: string, signal = new AbortController().signal, account = 'one'): Asker => ({
  id,
  account,
  signal,
});
const of = (account: string, id: string): Asker => asker(id, undefined, account);
const work = (name: string, of?: Asker): Promise<string> =>
  turns.take(async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  }, of);
/** Completes the oldest running task and lets the next one start. */
async function endOne(): Promise<void> {
  ends.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
}

describe('turns', () => {
  it('go on so many at once, the others in their order', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => work(name));
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (let n = 0; n < 3; n++) await endOne();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go round the askers: who asked for many first keeps nobody waiting for more than one of them', async () => {
    turns = new WorkLimiter(1, 8);
    const all = [1, 2, 3, 4, 5, 6].map((n) => work(`ana ${n}`, asker('ana')));
    all.push(work('leo 1', asker('leo')), work('leo 2', asker('leo')));
    for (let n = 0; n < 8; n++) await endOne();
    await Promise.all(all);
    expect(begun.slice(0, 5)).toEqual(['ana 1', 'ana 2', 'leo 1', 'ana 3', 'leo 2']);
  });

  it('go round the accounts first: many people of one keep nobody of another waiting', async () => {
    turns = new WorkLimiter(1, 8);
    const all = [1, 2, 3, 4, 5, 6].map((n) => work(`uno ${n}`, of('one', `person-${n}`)));
    all.push(work('otra 1', of('two', 'leo')), work('otra 2', of('two', 'leo')));
    for (let n = 0; n < 8; n++) await endOne();
    await Promise.all(all);
    expect(begun.slice(0, 5)).toEqual(['uno 1', 'uno 2', 'otra 1', 'uno 3', 'otra 2']);
  });

  it('are so many for one account, whoever of it asks, while others get theirs', async () => {
    turns = new WorkLimiter(1, 8, 3);
    const mine = [1, 2, 3].map((n) => work(`uno ${n}`, of('one', `person-${n}`)));
    await expect(work('uno 4', of('one', 'person-4'))).rejects.toThrow(TooMuchQueued);
    const other = work('otra', of('two', 'leo'));
    for (let n = 0; n < 4; n++) await endOne();
    await Promise.all([...mine, other]);
    expect(begun).toContain('otra');
  });

  it('are so many for one asker, who is refused more, while others get theirs', async () => {
    const mine = ['a', 'b', 'c'].map((name) => work(name, asker('ana')));
    await expect(work('d', asker('ana'))).rejects.toThrow(TooMuchQueued);
    const other = work('e', asker('leo'));
    for (let n = 0; n < 4; n++) await endOne();
    await Promise.all([...mine, other]);
    const again = work('f', asker('ana'));
    await endOne();
    expect(await again).toBe('f');
    expect(begun).toEqual(['a', 'b', 'c', 'e', 'f']);
  });

  it('are given up by whoever goes away, and cost nobody anything', async () => {
    const going = new AbortController();
    const first = ['a', 'b'].map((name) => work(name));
    const left = work('c', asker('ana', going.signal));
    const last = work('d', asker('leo'));
    going.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await endOne();
    expect(begun).toEqual(['a', 'b', 'd']);
    for (let n = 0; n < 2; n++) await endOne();
    await Promise.all([...first, last]);
    await expect(work('e', asker('ana', going.signal))).rejects.toThrow('gone');
  });

  it('go on to the end once begun, whoever goes away', async () => {
    const going = new AbortController();
    const begins = work('a', asker('ana', going.signal));
    going.abort();
    await endOne();
    expect(await begins).toBe('a');
  });

  it('wait, with a pace, after much work of the same asker; others do not', async () => {
    const pace = new Pace({ burst: 1, perSecond: 20 });
    turns = new WorkLimiter(1, EACH, undefined, pace);
    const first = turns.take(() => new Promise((resolve) => setTimeout(resolve, 5)), asker('ana'));
    await first;
    const second = work('ana', asker('ana'));
    const other = work('leo', asker('leo'));
    await endOne();
    await other;
    expect(begun).toEqual(['leo']);
    await vi.waitFor(() => expect(begun).toEqual(['leo', 'ana']));
    await endOne();
    await second;
  });

  it('pass on from work that failed', async () => {
    const failing = turns.take(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    const [one, other] = [work('a'), work('b')];
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    await endOne();
    await Promise.all([one, other]);
  });
});
