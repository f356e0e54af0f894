import { describe, expect, it } from 'vitest';
import { isCurrent, menuEntries } from './menu-entries.ts';

const keys = (userType: string, allowed: boolean) =>
  menuEntries({ user_type: userType }, () => allowed).map(({ key }) => key);

describe('the side menu', () => {
  it('shows a screen only to whom may enter it', () => {
    expect(keys('auditor', true)).toEqual(['audits']);
    expect(keys('auditor', false)).toEqual([]);
  });

  it("calls the owners' screen by what they find there", () => {
    expect(keys('owner', false)).toEqual(['my_plans']);
  });

  it.each([
    ['/', true],
    ['/auditorias/plan/', true],
    ['/reportes/', false],
  ])('at %s marks audits: %s', (pathname, current) => {
    const [audits] = menuEntries({ user_type: 'auditor' }, () => true);
    expect(audits && isCurrent(audits, pathname)).toBe(current);
  });
});
