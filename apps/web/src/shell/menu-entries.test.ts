import { accountId, userId, type Can, type PermissionKey, type UserProfile } from '@cotejo/access-contracts';
import { canOf, matrixOf } from '@cotejo/access-domain';
import { describe, expect, it } from 'vitest';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { CONTEXTS } from '../contexts.ts';
import { contextEntries, grouped, isCurrent, MENU, menuEntries } from './menu-entries.ts';

const person = (role: string, more: Partial<UserProfile> = {}) => ({ role, groups: [], ...more });
const keys = (user: ReturnType<typeof person>, ...allowed: PermissionKey[]) =>
  menuEntries(user, (key) => allowed.includes(key)).map(({ key }) => key);

describe('the side menu', () => {
  it('has the entries of the specification, in its order', () => {
    const of = (edition: 'internal' | 'firm') =>
      MENU.filter(({ editions }) => editions.includes(edition)).map(({ to }) => to);
    expect(of('internal')).toEqual([
      '/dashboard/',
      '/process-map/',
      '/evaluacion-analisis-de-riesgos/',
      '/matriz-priorizacion/',
      '/',
      '/reportes/',
      '/plantillas/',
      '/configuraciones/',
      '/abadmin/',
    ]);
    expect(of('firm')).toEqual([
      '/dashboard/',
      '/crm/',
      '/',
      '/muestreos/',
      '/capacidad-instalada/',
      '/asignacion-personal/',
      '/informe-tiempo/resumen',
      '/evaluacion-desempeno/',
      '/plantillas/',
      '/configuraciones/',
      '/abadmin/',
    ]);
  });

  it('shows a screen only to whom may enter it', () => {
    expect(keys(person('JR'), 'audits.access')).toEqual(['audits']);
    expect(keys(person('JR'))).toEqual([]);
    expect(keys(person('JR'), 'audits.access', 'pyr_evaluacion.access')).toEqual([
      'risk_evaluations',
      'audits',
    ]);
    expect(keys(person('ADMIN'), 'users.access')).toEqual(['settings']);
    expect(keys(person('PM'), 'settings.security')).toEqual(['settings']);
  });

  it.each([
    [[], []],
    [[1], []],
    [[2], ['product_admin']],
    [[3], ['product_admin']],
    [[1, 3], ['product_admin']],
  ])('of groups %j shows %j of the product', (groups, shown) => {
    expect(keys(person('GUEST', { groups }))).toEqual(shown);
    // Independent of permissions.
    expect(keys(person('ADMIN', { groups }), 'product.access', 'product.accounts')).toEqual(shown);
  });

  it("calls the owners' screen by what they find there", () => {
    expect(keys(person('OWNER'))).toEqual(['my_plans']);
  });

  it('never shows a screen that is not there, however much somebody may do', () => {
    const everything: Can = () => true;
    const of = (edition: 'internal' | 'firm') =>
      menuEntries(person('ADMIN', { edition, groups: [2] }), everything).map(({ key }) => key);
    expect(of('internal')).toEqual(['risk_evaluations', 'audits', 'settings', 'product_admin']);
    expect(of('firm')).toEqual(['audits', 'settings', 'product_admin']);
    expect(MENU.filter(({ exists }) => !exists).map(({ key }) => key)).toEqual([
      'dashboard',
      'process_map',
      'crm',
      'prioritization',
      'reports',
      'sampling',
      'capacity',
      'staff',
      'time',
      'performance',
      'templates',
    ]);
  });

  it.each([
    ['admin', ['risk_evaluations', 'audits', 'settings']],
    ['auditor', ['risk_evaluations', 'audits']],
    ['guest', ['risk_evaluations', 'audits']],
  ] as const)('of the default role %s: %j', (role, shown) => {
    const can = canOf({
      userId: userId.parse('018f5c1e-0000-7000-8000-000000000001'),
      accountId: accountId.parse('018f5c1e-0000-7000-8000-000000000002'),
      sessionId: null,
      role,
      isSuperuser: false,
      groups: [],
      permissions: matrixOf({}, role),
      addons: [],
    });
    expect(menuEntries(person(role === 'admin' ? 'ADMIN' : 'JR'), can).map(({ key }) => key)).toEqual(shown);
  });

  it('stands in groups, under their names', () => {
    const parts = (edition: 'internal' | 'firm') =>
      grouped(menuEntries(person('ADMIN', { edition }), () => true)).map(({ group, entries }) => [
        group,
        entries.map(({ key }) => key),
      ]);
    expect(parts('internal')).toEqual([
      ['audit', ['risk_evaluations', 'audits']],
      [null, ['settings']],
    ]);
    expect(parts('firm')).toEqual([[null, ['audits', 'settings']]]);
    const entries = MENU.filter(({ key }) => ['audits', 'settings', 'templates'].includes(key));
    expect(grouped(entries).map(({ group, entries: of }) => [group, of.length])).toEqual([
      ['audit', 2],
      [null, 1],
    ]);
  });

  it('has the pages of contexts in its groups, before the settings', () => {
    const ofContexts = contextEntries(CONTEXTS, () => true);
    const parts = (edition: 'internal' | 'firm') =>
      grouped(menuEntries(person('ADMIN', { edition }), () => true, ofContexts)).map(({ group, entries }) => [
        group,
        entries.map(({ key }) => key),
      ]);
    expect(parts('internal')).toEqual([
      ['audit', ['risk_evaluations', 'audits', '/plan-anual/', '/comites/']],
      [null, ['/tareas/']],
      ['people', ['/responsables/', '/viaticos/']],
      [null, ['settings']],
    ]);
    expect(parts('firm')).toEqual([
      [null, ['audits', '/plan-anual/', '/tareas/', '/comites/']],
      ['people', ['/responsables/', '/viaticos/']],
      [null, ['settings']],
    ]);
  });

  it.each([
    ['/', true],
    ['/auditorias/plan/', true],
    ['/auditorias/papelera/', true],
    ['/evaluacion-analisis-de-riesgos/', false],
    ['/reportes/', false],
  ])('at %s marks audits: %s', (pathname, current) => {
    const audits = MENU.find(({ key }) => key === 'audits');
    expect(audits && isCurrent(audits, pathname)).toBe(current);
  });

  it.each([
    ['Spanish', es],
    ['English', en],
  ])('has words for all of its entries in %s', (_, texts) => {
    const words: Readonly<Record<string, unknown>> = texts.menu;
    expect(MENU.filter(({ key }) => typeof words[key] !== 'string')).toEqual([]);
  });
});
