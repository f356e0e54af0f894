import { roleOfKey, type Can, type UserProfile } from '@cotejo/access-contracts';
import { Activity, ClipboardCheck, ShieldAlert, type LucideIcon } from 'lucide-react';

export interface MenuEntry {
  /** Under `menu.` of the texts. */
  readonly key: string;
  readonly to: string;
  /** Addresses under it mark it too. */
  readonly under: readonly string[];
  readonly icon: LucideIcon;
}

/** The side menu of a person: only screens that exist, and that the person may enter. */
export function menuEntries(user: Pick<UserProfile, 'role'>, can: Can): readonly MenuEntry[] {
  const audits = { to: '/', under: ['/auditorias'], icon: ClipboardCheck };
  const risks = {
    key: 'risk_evaluations',
    to: '/evaluacion-analisis-de-riesgos/',
    under: ['/evaluacion-analisis-de-riesgos'],
    icon: ShieldAlert,
  };
  const log = { key: 'log_status', to: '/abadmin/', under: ['/abadmin'], icon: Activity };
  const own = roleOfKey(user.role) === 'owner' ? 'my_plans' : can('audits.access') ? 'audits' : null;
  return [
    ...(can('pyr_evaluacion.access') ? [risks] : []),
    ...(own === null ? [] : [{ ...audits, key: own }]),
    ...(can('product.access') ? [log] : []),
  ];
}

export function isCurrent(entry: MenuEntry, pathname: string): boolean {
  return pathname === entry.to || entry.under.some((under) => pathname.startsWith(under));
}
