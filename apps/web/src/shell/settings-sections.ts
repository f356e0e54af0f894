import type { PermissionKey } from '@cotejo/access-contracts';
import { KeyRound, LockKeyhole, SlidersHorizontal, UserCog, Users, type LucideIcon } from 'lucide-react';

export interface SettingsSection {
  /** Key under `settings.` in the texts. */
  readonly key: 'users' | 'slots' | 'roles' | 'security' | 'general';
  readonly to: string;
  readonly icon: LucideIcon;
  /** Any of these permissions gives access. */
  readonly anyOf: readonly PermissionKey[];
}

/** Sections under `/configuraciones/`. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  { key: 'users', to: '/configuraciones/usuarios/', icon: Users, anyOf: ['users.access'] },
  { key: 'slots', to: '/configuraciones/cupos/', icon: UserCog, anyOf: ['user_slots.list'] },
  { key: 'roles', to: '/configuraciones/roles/', icon: KeyRound, anyOf: ['user_roles.list'] },
  {
    key: 'security',
    to: '/configuraciones/seguridad/',
    icon: LockKeyhole,
    anyOf: ['settings.security', 'settings.edit', 'access_history.access', 'mail_log.access'],
  },
  { key: 'general', to: '/configuraciones/general/', icon: SlidersHorizontal, anyOf: ['settings.edit'] },
];

/** Permissions for the index page. */
export const SETTINGS_PERMISSIONS: readonly PermissionKey[] = SETTINGS_SECTIONS.flatMap(({ anyOf }) => anyOf);

/** Permissions for one section's page. */
export const permissionsOf = (section: SettingsSection['key']): readonly PermissionKey[] =>
  SETTINGS_SECTIONS.find(({ key }) => key === section)?.anyOf ?? [];
