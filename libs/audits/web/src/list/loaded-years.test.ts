import { auditListKey, readAuditListKey } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { loadedYears } from './loaded-years.ts';

const years = (...all: number[]) => all.map((ano) => ({ ano, auditorias: 1 }));

describe('the years that a list loads', () => {
  it.each([
    ['this year and later, before anything is known', [], undefined, 2026, null, true],
    ['the same in an account without audits', [], years(), 2026, null, true],
    ['the same where this year has audits', [], years(2026, 2025, 2019), 2026, null, true],
    ['the same where a later year has', [], years(2027, 2019), 2026, null, true],
    ['from the newest where none has', [], years(2021, 2019), 2021, null, true],
    ['those asked for alone', [2019], years(2026, 2019), 2019, 2019, false],
    ['and what is between them', [2022, 2019], undefined, 2019, 2022, false],
  ])('%s', (_, asked, existing, from, to, withOpen) => {
    expect(loadedYears(asked, existing, 2026)).toEqual({ from, to, withOpen });
  });

  it.each([
    [{ from: null, to: null, withOpen: false }, 'account'],
    [{ from: 2025, to: null, withOpen: false }, 'account:2025-'],
    [{ from: 2026, to: null, withOpen: true }, 'account:2026-+'],
    [{ from: 2019, to: 2021, withOpen: false }, 'account:2019-2021'],
  ])('%j are followed as %s', (range, key) => {
    expect(auditListKey('account', range)).toBe(key);
    expect(readAuditListKey(key)).toEqual({ account: 'account', years: range });
  });

  it.each(['', ':2025-', 'account:', 'account:25-', 'account:2025', 'account:2025-2026-', 'account:+'])(
    'nothing is followed as "%s"',
    (key) => expect(readAuditListKey(key)).toBeNull(),
  );
});
