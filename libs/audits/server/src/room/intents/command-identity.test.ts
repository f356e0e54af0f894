import { describe, expect, it } from 'vitest';
import { commandIdOf, hashOrNull, intentHashOf, partIdOf } from './command-identity.ts';

const place = { account: 'a', user: 'u', session: 's', seq: 1 };

describe('identity of a command', () => {
  it('is the same in every release', () => {
    expect(commandIdOf(place)).toBe('91310d6c-0460-535b-bc5b-20089ffed21c');
  });

  it.each([
    ['account', { ...place, account: 'b' }],
    ['user', { ...place, user: 'v' }],
    ['session', { ...place, session: 't' }],
    ['number', { ...place, seq: 2 }],
  ])('is another one for another %s', (_what, other) => {
    expect(commandIdOf(other)).not.toBe(commandIdOf(place));
    expect(commandIdOf({ ...place })).toBe(commandIdOf(place));
  });

  it('gives its parts ids of their own', () => {
    const command = commandIdOf(place);
    expect(new Set([command, partIdOf(command, 0), partIdOf(command, 1)]).size).toBe(3);
  });
});

describe('hash of an intent', () => {
  it('does not depend on the order of its fields', () => {
    expect(intentHashOf({ kind: 'x', id: '1' })).toBe(intentHashOf({ id: '1', kind: 'x' }));
    expect(intentHashOf({ kind: 'x', id: '1' })).not.toBe(intentHashOf({ kind: 'x', id: '2' }));
  });

  it('is null for what has no canonical form', () => {
    expect(hashOrNull({ kind: 'x', name: '\ud800' })).toBeNull();
    expect(hashOrNull({ kind: 'x', deep: JSON.parse('['.repeat(60_000) + ']'.repeat(60_000)) })).toBeNull();
    expect(hashOrNull({ kind: 'x' })).toMatch(/^[0-9a-f]{64}$/);
  });
});
