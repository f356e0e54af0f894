import { auditListKey, readAuditListKey } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { loadedYears } from './loaded-years.ts';

const years = (...all: number[]) => all.map((ano) => ({ ano, auditorias: 1 }));

describe('the years that a list loads', () => {
  it.each([
    ['the last year and later, before anything is known', [], undefined, { from: 2025, to: null }],
    ['the same in an account without audits', [], years(), { from: 2025, to: null }],
    ['the same where one of them has audits', [], years(2026, 2019), { from: 2025, to: null }],
    ['from the newest where none has', [], years(2021, 2019), { from: 2021, to: null }],
    ['those asked for alone', [2019], years(2026, 2019), { from: 2019, to: 2019 }],
    ['and what is between them', [2022, 2019], undefined, { from: 2019, to: 2022 }],
  ])('%s', (_, asked, existing, expected) => {
    expect(loadedYears(asked, existing, 2026)).toEqual(expected);
  });

  it.each([
    [{ from: null, to: null }, 'account'],
    [{ from: 2025, to: null }, 'account:2025-'],
    [{ from: 2019, to: 2021 }, 'account:2019-2021'],
  ])('%j are followed as %s', (range, key) => {
    expect(auditListKey('account', range)).toBe(key);
    expect(readAuditListKey(key)).toEqual({ account: 'account', years: range });
  });

  it.each(['', ':2025-', 'account:', 'account:25-', 'account:2025', 'account:2025-2026-'])(
    'nothing is followed as "%s"',
    (key) => expect(readAuditListKey(key)).toBeNull(),
  );
});
