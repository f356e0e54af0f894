import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PresenceRoll, type Present } from './presence-roll.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Nodes that receive each other's and their own messages, as over the database. */
function nodes(...names: string[]): PresenceRoll[] {
  const rolls: PresenceRoll[] = [];
  for (const node of names) {
    const send = async (messages: readonly string[]) => {
      for (const each of messages) for (const roll of rolls) roll.heard(each);
    };
    rolls.push(new PresenceRoll({ node, send, now: Date.now }));
  }
  return rolls;
}
const ana: Present = { user: 'ana', item: 'R-1', field: 'impact' };
const luis: Present = { user: 'luis', item: null, field: null };
const roll = (one: PresenceRoll | undefined) => Object.fromEntries(one?.people() ?? []);
const gathered = () => vi.advanceTimersByTimeAsync(1_000);

describe('who is in the rooms of all nodes', () => {
  it('is known at once where they are, and a moment later elsewhere', async () => {
    const [one, other] = nodes('one', 'other');
    one?.set('a', [ana]);
    expect(roll(one)).toEqual({ a: [ana] });
    expect(roll(other)).toEqual({});
    await gathered();
    expect(roll(other)).toEqual({ a: [ana] });
    other?.set('a', [luis]);
    await gathered();
    expect(roll(one)).toEqual({ a: [ana, luis] });
  });

  it('forgets who left', async () => {
    const [one, other] = nodes('one', 'other');
    one?.set('a', [ana]);
    await gathered();
    one?.set('a', []);
    await gathered();
    expect([roll(one), roll(other)]).toEqual([{}, {}]);
  });

  it('gathers moves: many of them are told once', async () => {
    const send = vi.fn(async () => undefined);
    const one = new PresenceRoll({ node: 'one', send });
    for (let at = 0; at < 50; at++) one.set('a', [{ ...ana, item: `R-${at}` }]);
    await gathered();
    expect(send).toHaveBeenCalledOnce();
    one.set('a', [{ ...ana, item: 'R-49' }]);
    await gathered();
    expect(send).toHaveBeenCalledOnce();
  });

  it('tells a crowd in parts that each fit into a notification, and all of it comes together again', async () => {
    const crowd = Array.from({ length: 200 }, (_, at): Present => ({
      user: crypto.randomUUID(),
      item: crypto.randomUUID(),
      field: `instruction.${crypto.randomUUID()}.${at}`,
    }));
    const send = vi.fn(async (messages: readonly string[]) => {
      for (const each of messages) other.heard(each);
    });
    const other = new PresenceRoll({ node: 'other', send: async () => undefined });
    const one = new PresenceRoll({ node: 'one', send });
    one.set('a', crowd);
    await gathered();
    for (const each of send.mock.calls[0]?.[0] ?? []) expect(Buffer.byteLength(each)).toBeLessThan(8_000);
    expect(roll(other)).toEqual({ a: crowd });
  });

  it('is asked for by a node that comes, and by one that may have missed something', async () => {
    const [one, other] = nodes('one', 'other');
    one?.set('a', [ana]);
    await gathered();
    const [late] = nodes('late');
    const late2 = new PresenceRoll({
      node: 'late',
      send: async (messages) => messages.forEach((each) => one?.heard(each)),
    });
    expect(roll(late)).toEqual({});
    late2.start();
    other?.heard(null);
    await gathered();
    expect(roll(other)).toEqual({ a: [ana] });
    await late2.stop();
  });

  it('takes along whom a node had that goes, and whom one had that fell silent', async () => {
    const [one, other, third] = nodes('one', 'other', 'third');
    one?.start();
    other?.set('a', [ana]);
    third?.set('b', [luis]);
    await gathered();
    expect(roll(one)).toEqual({ a: [ana], b: [luis] });
    await other?.stop();
    expect(roll(one)).toEqual({ b: [luis] });
    await vi.advanceTimersByTimeAsync(61_000);
    expect(roll(one)).toEqual({});
    await one?.stop();
  });

  it('passes over what is no message of ours', () => {
    const [one] = nodes('one');
    for (const each of ['', '{', '{"n":"x"}', '{"n":"x","p":"a","f":true,"w":[["u"]]}']) one?.heard(each);
    expect(roll(one)).toEqual({});
  });

  it('has a version that only rises, and tells of each change', () => {
    const [one] = nodes('one');
    const told = vi.fn();
    one?.onChanged(told);
    const before = one?.version ?? 0;
    one?.set('a', [ana]);
    one?.set('a', [luis]);
    expect(told).toHaveBeenCalledTimes(2);
    expect(one?.version).toBeGreaterThan(before + 1);
  });
});
