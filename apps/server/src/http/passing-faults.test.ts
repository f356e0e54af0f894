import { EventStoreError } from '@cotejo/event-store';
import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { isPassingFault } from './passing-faults.ts';

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });

describe('what passes by itself', () => {
  it.each([
    ['an append of unknown outcome', new EventStoreError('transient', 'no word'), true],
    ['a log that is closing', new EventStoreError('closed', 'closed'), true],
    ['a refused append', new EventStoreError('conflict', 'is at version 7'), false],
    ['a payload that no log takes', new EventStoreError('invalid', 'U+0000'), false],
    ['a database that refuses connections', withCode('ECONNREFUSED'), true],
    ['one that is shutting down', withCode('57P01'), true],
    ['a connection lost under a query', new Error('Connection terminated unexpectedly'), true],
    ['one that says nothing', new Error('Query read timeout'), true],
    ['the same through TypeORM', new QueryFailedError('select 1', [], withCode('57P01')), true],
    ['a broken constraint', withCode('23505'), false],
    ['a mistake of ours', new TypeError('undefined is not a function'), false],
    ['what is no error', 'oh', false],
  ])('%s: %o', (_, thrown, passes) => {
    expect(isPassingFault(thrown)).toBe(passes);
  });
});
