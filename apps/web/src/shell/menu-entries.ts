import {
  ABADMIN_PATH,
  PRODUCT_ADMIN_GROUPS,
  roleOfKey,
  type Can,
  type Edition,
  type PermissionKey,
  type UserProfile,
} from '@cotejo/access-contracts';
import {
  Building2,
  CalendarClock,
  ClipboardCheck,
  FileStack,
  Files,
  Gauge,
  Grid3x3,
  LayoutDashboard,
  Percent,
  ServerCog,
  Settings,
  ShieldAlert,
  Star,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { MenuGroup, WebContext } from '@cotejo/ui';
import { SETTINGS_PERMISSIONS } from './settings-sections.ts';

export interface MenuEntry {
  readonly key: string;
  /** Translation key of its label. */
  readonly name: string;
  readonly to: string;
  /** Further paths (with subpaths) at which the entry is active. */
  readonly under: readonly string[];
  readonly icon: LucideIcon;
  /** Heading above the entry (`menu.groups.`). */
  readonly group: MenuGroup | null;
}

interface DeclaredEntry extends MenuEntry {
  readonly editions: readonly Edition[];
  /** Any of these permissions, or any of these groups. */
  readonly anyOf: readonly PermissionKey[];
  readonly groups: readonly number[];
  /** Whether this product implements its screen. */
  readonly exists: boolean;
}

const BOTH: readonly Edition[] = ['internal', 'firm'];
const INTERNAL: readonly Edition[] = ['internal'];
const FIRM: readonly Edition[] = ['firm'];

type Line = Pick<DeclaredEntry, 'key' | 'to' | 'icon' | 'editions' | 'anyOf'> & Partial<DeclaredEntry>;
const entry = (line: Line): DeclaredEntry => ({
  name: `menu.${line.key}`,
  under: [line.to],
  group: null,
  groups: [],
  exists: false,
  ...line,
});
const inAudit = (line: Line): DeclaredEntry => entry({ group: 'audit', ...line });
const inPeople = (line: Line): DeclaredEntry => entry({ group: 'people', ...line });

/**
 * Menus of both editions in order (specification 1, section 2). In the firm edition, audits are not in a
 * group.
 */
export const MENU: readonly DeclaredEntry[] = [
  entry({
    key: 'dashboard',
    to: '/dashboard/',
    icon: LayoutDashboard,
    editions: BOTH,
    anyOf: ['dashboard.access'],
  }),
  entry({
    key: 'process_map',
    to: '/process-map/',
    icon: Workflow,
    editions: INTERNAL,
    anyOf: ['process_map.access'],
  }),
  entry({ key: 'crm', to: '/crm/', icon: Building2, editions: FIRM, anyOf: ['crm.access'] }),
  inAudit({
    key: 'risk_evaluations',
    to: '/evaluacion-analisis-de-riesgos/',
    icon: ShieldAlert,
    editions: INTERNAL,
    anyOf: ['pyr_evaluacion.access'],
    exists: true,
  }),
  inAudit({
    key: 'prioritization',
    to: '/matriz-priorizacion/',
    icon: Grid3x3,
    editions: INTERNAL,
    anyOf: ['prioritization.access'],
  }),
  inAudit({
    key: 'audits',
    to: '/',
    under: ['/auditorias/'],
    icon: ClipboardCheck,
    editions: BOTH,
    anyOf: ['audits.access'],
    exists: true,
  }),
  inAudit({ key: 'reports', to: '/reportes/', icon: Files, editions: INTERNAL, anyOf: ['reports.access'] }),
  entry({ key: 'sampling', to: '/muestreos/', icon: Percent, editions: FIRM, anyOf: ['sampling.access'] }),
  inPeople({
    key: 'capacity',
    to: '/capacidad-instalada/',
    icon: Gauge,
    editions: FIRM,
    anyOf: ['capacity.access'],
  }),
  inPeople({
    key: 'staff',
    to: '/asignacion-personal/',
    icon: Users,
    editions: FIRM,
    anyOf: ['staff.access'],
  }),
  inPeople({
    key: 'time',
    to: '/informe-tiempo/resumen',
    under: ['/informe-tiempo/'],
    icon: CalendarClock,
    editions: FIRM,
    anyOf: ['time.access'],
  }),
  inPeople({
    key: 'performance',
    to: '/evaluacion-desempeno/',
    icon: Star,
    editions: FIRM,
    anyOf: ['performance.access'],
  }),
  inAudit({
    key: 'templates',
    to: '/plantillas/',
    icon: FileStack,
    editions: BOTH,
    anyOf: ['pyr_audit_template.access'],
  }),
  entry({
    key: 'settings',
    to: '/configuraciones/',
    icon: Settings,
    editions: BOTH,
    anyOf: SETTINGS_PERMISSIONS,
    exists: true,
  }),
  entry({
    key: 'product_admin',
    to: ABADMIN_PATH,
    icon: ServerCog,
    editions: BOTH,
    anyOf: [],
    groups: PRODUCT_ADMIN_GROUPS,
    exists: true,
  }),
];

type Person = Pick<UserProfile, 'role' | 'groups' | 'edition'>;

/** Side menu of a user: implemented screens that the user may enter. */
export function menuEntries(
  user: Person,
  can: Can,
  ofContexts: readonly MenuEntry[] = [],
): readonly MenuEntry[] {
  const edition = user.edition ?? 'internal';
  const isOwner = roleOfKey(user.role) === 'owner';
  const mayEnter = ({ anyOf, groups }: DeclaredEntry) =>
    anyOf.some((key) => can(key)) || groups.some((group) => user.groups.includes(group));
  const own = MENU.flatMap((declared): MenuEntry[] => {
    if (!declared.exists || !declared.editions.includes(edition)) return [];
    // Action-plan owners see "my plans" in place of the audits.
    if (declared.key === 'audits' && isOwner)
      return [{ ...declared, key: 'my_plans', name: 'menu.my_plans', group: null }];
    return mayEnter(declared) ? [declared] : [];
  });
  // Settings come last.
  const at = own.findIndex(({ key }) => LAST.has(key));
  const all = at < 0 ? [...own, ...ofContexts] : own.toSpliced(at, 0, ...ofContexts);
  // The firm edition has no group "audit".
  return edition === 'firm' ? all.map((one) => (one.group === 'audit' ? { ...one, group: null } : one)) : all;
}
const LAST = new Set(['settings', 'product_admin']);

/** Menu entries of contexts for pages that the user may enter. */
export const contextEntries = (
  contexts: readonly WebContext[],
  holds: (permission: string) => boolean,
): readonly MenuEntry[] =>
  contexts.flatMap(({ pages, words: { namespace } }) =>
    pages.flatMap(({ path, name, needs, menu }) =>
      menu !== null && [needs].flat().some(holds)
        ? [
            {
              key: path,
              name: `${namespace}:${name}`,
              to: path,
              under: [path],
              icon: menu.icon,
              group: menu.group ?? null,
            },
          ]
        : [],
    ),
  );

/** Groups are placed at their first entry. */
export function grouped(
  entries: readonly MenuEntry[],
): readonly { readonly group: MenuEntry['group']; readonly entries: readonly MenuEntry[] }[] {
  const parts: { group: MenuEntry['group']; entries: MenuEntry[] }[] = [];
  for (const one of entries) {
    const same = one.group === null ? parts.at(-1) : parts.find(({ group }) => group === one.group);
    if (same?.group === one.group) same.entries.push(one);
    else parts.push({ group: one.group, entries: [one] });
  }
  return parts;
}

export function isCurrent(entry: Pick<MenuEntry, 'to' | 'under'>, pathname: string): boolean {
  return pathname === entry.to || entry.under.some((under) => pathname.startsWith(under));
}
