import { describe, expect, it } from 'vitest';
import { isCurrent, menuEntries } from './menu-entries.ts';

const keys = (role: string, allowed: boolean) => menuEntries({ role }, () => allowed).map(({ key }) => key);

describe('the side menu', () => {
  it('shows a screen only to whom may enter it', () => {
    expect(keys('JR', true)).toEqual(['audits']);
    expect(keys('JR', false)).toEqual([]);
  });

  it("calls the owners' screen by what they find there", () => {
    expect(keys('OWNER', false)).toEqual(['my_plans']);
  });

  it.each([
    ['/', true],
    ['/auditorias/plan/', true],
    ['/reportes/', false],
  ])('at %s marks audits: %s', (pathname, current) => {
    const [audits] = menuEntries({ role: 'JR' }, () => true);
    expect(audits && isCurrent(audits, pathname)).toBe(current);
  });
});
