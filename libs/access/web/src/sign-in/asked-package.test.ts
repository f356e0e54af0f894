import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../session/session-samples.fixture.ts';
import { askedPackage, rememberPackage } from './asked-package.ts';

describe('the package whose people come in', () => {
  it.each([
    ['nothing is said', '', null, 'audit'],
    ['the address says it', '?pkg=banca', null, 'banca'],
    ['the address is nearer than what is remembered', '?pkg=banca', 'salud', 'banca'],
    ['it came in here before', '', 'salud', 'salud'],
    ['the address says nothing', '?pkg=%20', null, 'audit'],
    ['no name has control characters', '?pkg=a%00b', null, 'audit'],
    ['no name is that long', `?pkg=${'x'.repeat(61)}`, null, 'audit'],
    ['what is remembered was spoilt', '', 'a\u0007', 'audit'],
  ])('when %s: %s, %s → %s', (_, search, kept, pkg) => {
    const storage = memoryStorage();
    if (kept !== null) storage.setItem('pkg', kept);
    expect(askedPackage(search, storage)).toBe(pkg);
  });

  it('is remembered for the next time, the usual one by nothing', () => {
    const storage = memoryStorage();
    rememberPackage(storage, 'banca');
    expect(askedPackage('', storage)).toBe('banca');
    rememberPackage(storage, 'audit');
    expect([...storage.keys()]).toEqual([]);
  });
});
