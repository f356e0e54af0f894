import { FLASH_AUTO_CLOSE, FLASH_STORAGE_KEY, TOOLTIP } from '@cotejo/ui';
import { DEFAULT_PERMISSIONS, permissionIn } from '@cotejo/access-domain';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import { ROUTES } from './routes.tsx';
import { MENU } from './shell/menu-entries.ts';
import { flagsOf, PAGE_TITLES } from './shell/page-flags.ts';
import { SETTINGS_SECTIONS } from './shell/settings-sections.ts';

const matchesAt = (path: string) =>
  (matchRoutes([...ROUTES], path) ?? []).map(({ route }) => ({
    path: route.path,
    handle: route.handle as unknown,
  }));
const hasPage = (path: string) => {
  const last = matchesAt(path).at(-1)?.path;
  return last !== undefined && last !== '*';
};

describe('the routes', () => {
  it.each(MENU.map(({ key, to, exists }) => [key, to, exists] as const))(
    'the entry %s at %s is shown (%3$s) as there is a page or none',
    (_, to, exists) => {
      expect(hasPage(to)).toBe(exists);
    },
  );

  it('have a page for every section of the settings, which asks for what its link asks for', () => {
    for (const { to, anyOf } of SETTINGS_SECTIONS) {
      expect(hasPage(to)).toBe(true);
      expect(flagsOf(matchesAt(to)).anyOf).toEqual(anyOf);
    }
  });

  it.each(['/login/', '/profile/ResetPassword/'])('%s is open to whoever is not signed in', (path) => {
    expect(matchesAt(path)).toHaveLength(2);
  });

  it.each(['/abadmin/', '/abadmin/registro/', '/configuraciones/'])('%s asks for a permission', (path) => {
    expect(flagsOf(matchesAt(path)).anyOf?.length).toBeGreaterThan(0);
  });

  it.each([
    ['/', ['audits.access']],
    ['/auditorias/plan/', ['plan.access']],
    ['/auditorias/papelera/', ['trashbin.access']],
    ['/auditorias/nueva/', ['audits.add']],
    ['/auditorias/horas/', ['plan.access']],
    ['/evaluacion-analisis-de-riesgos/', ['pyr_evaluacion.access']],
    ['/evaluacion-analisis-de-riesgos/evaluacion/', ['plan.access']],
  ])('%s asks for %j, as the server does', (path, asked) => {
    expect(flagsOf(matchesAt(path)).anyOf).toEqual(asked);
  });

  it.each(Object.entries(DEFAULT_PERMISSIONS))(
    'let %s in where that role reads something',
    (role, matrix) => {
      const entered = ['/', '/auditorias/plan/', '/evaluacion-analisis-de-riesgos/'].filter((path) => {
        const { anyOf = [], owners } = flagsOf(matchesAt(path));
        return (owners === true && role === 'owner') || anyOf.some((key) => permissionIn(matrix, key) === 1);
      });
      expect(entered).toHaveLength(role === 'owner' ? 1 : 3);
    },
  );

  it('name pages that have titles in both languages', () => {
    for (const { titles } of [es, en]) expect(Object.keys(titles).sort()).toEqual([...PAGE_TITLES].sort());
  });
});

describe('the flags of a page', () => {
  it('are what the nearest route says of each', () => {
    const outer = { handle: { title: 'settings', sideBar: false } };
    expect(flagsOf([outer, { handle: undefined }, { handle: { title: 'users' } }])).toEqual({
      title: 'users',
      sideBar: false,
    });
  });
});

describe('constants that the shell keeps to', () => {
  it.each([
    ['flashes stay', FLASH_AUTO_CLOSE, 4500],
    ['flashes are kept under', FLASH_STORAGE_KEY, 'flash_messages'],
    ['tooltips', TOOLTIP, { viewportMargin: 10, debounce: 50, maxWidth: 400 }],
  ])('%s', (_, shown, specified) => {
    expect(shown).toEqual(specified);
  });
});
