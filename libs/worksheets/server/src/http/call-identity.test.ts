import { randomUUID } from 'node:crypto';
import type { Principal } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callIdentity } from './call-identity.ts';

const person = () => ({ accountId: randomUUID(), userId: randomUUID() }) as unknown as Principal;
const uuid = z.uuid();

describe('what a call writes under', () => {
  it('is the same when it is repeated by the same person, and of nobody else', () => {
    const [ana, luis] = [person(), person()];
    const first = callIdentity('k-1', ana);
    expect(callIdentity('k-1', ana)).toEqual(first);
    expect(first.command).not.toBe(first.id);
    for (const other of [callIdentity('k-2', ana), callIdentity('k-1', luis)]) {
      expect(other.command).not.toBe(first.command);
      expect(other.id).not.toBe(first.id);
    }
  });

  it('is made of UUIDs', () => {
    for (let key = 0; key < 50; key++) {
      const { command, id } = callIdentity(`k-${key}`, person());
      expect([uuid.safeParse(command).success, uuid.safeParse(id).success]).toEqual([true, true]);
    }
  });

  it('is new without a key, and nothing names the call for ever', () => {
    const ana = person();
    const [one, two] = [callIdentity(undefined, ana), callIdentity(undefined, ana)];
    expect(one.command).toBeUndefined();
    expect(one.id).not.toBe(two.id);
  });

  it('is refused for a key that is none', () => {
    expect(() => callIdentity('with space', person())).toThrow('invalid_request');
  });
});
