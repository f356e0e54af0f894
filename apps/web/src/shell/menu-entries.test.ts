import type { PermissionKey } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { isCurrent, menuEntries } from './menu-entries.ts';

const keys = (role: string, ...allowed: PermissionKey[]) =>
  menuEntries({ role }, (key) => allowed.includes(key)).map(({ key }) => key);

describe('the side menu', () => {
  it('shows a screen only to whom may enter it', () => {
    expect(keys('JR', 'audits.access')).toEqual(['audits']);
    expect(keys('JR')).toEqual([]);
    expect(keys('JR', 'audits.access', 'pyr_evaluacion.access')).toEqual(['risk_evaluations', 'audits']);
    expect(keys('ADMIN', 'audits.access', 'product.access')).toEqual(['audits', 'log_status']);
    expect(keys('GUEST', 'product.access')).toEqual(['log_status']);
  });

  it("calls the owners' screen by what they find there", () => {
    expect(keys('OWNER')).toEqual(['my_plans']);
  });

  it.each([
    ['/', true],
    ['/auditorias/plan/', true],
    ['/auditorias/papelera/', true],
    ['/evaluacion-analisis-de-riesgos/', false],
    ['/reportes/', false],
  ])('at %s marks audits: %s', (pathname, current) => {
    const [, audits] = menuEntries({ role: 'JR' }, () => true);
    expect(audits && isCurrent(audits, pathname)).toBe(current);
  });
});
