import type { PermissionKey } from '@cotejo/access-contracts';
import { KeyRound, LockKeyhole, SlidersHorizontal, UserCog, Users, type LucideIcon } from 'lucide-react';
import { CONTEXTS } from '../contexts.ts';

export interface SettingsSection {
  readonly key: string;
  /** Translation keys of its name and of its description. */
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Any of these permissions gives access. */
  readonly anyOf: readonly PermissionKey[];
}

type OwnKey = 'users' | 'slots' | 'roles' | 'security' | 'general';
const own = (key: OwnKey, section: Pick<SettingsSection, 'to' | 'icon' | 'anyOf'>): SettingsSection => ({
  ...{ key, title: `settings.${key}.title`, text: `settings.${key}.text` },
  ...section,
});

/** Sections under `/configuraciones/`: those of the product, then those of contexts. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  own('users', { to: '/configuraciones/usuarios/', icon: Users, anyOf: ['users.access'] }),
  own('slots', { to: '/configuraciones/cupos/', icon: UserCog, anyOf: ['user_slots.list'] }),
  own('roles', { to: '/configuraciones/roles/', icon: KeyRound, anyOf: ['user_roles.list'] }),
  own('security', {
    to: '/configuraciones/seguridad/',
    icon: LockKeyhole,
    anyOf: ['settings.security', 'settings.edit', 'access_history.access', 'mail_log.access'],
  }),
  own('general', { to: '/configuraciones/general/', icon: SlidersHorizontal, anyOf: ['settings.edit'] }),
  ...CONTEXTS.flatMap(({ pages, words: { namespace } }) =>
    pages.flatMap(({ path, name, needs, settings }) =>
      settings === undefined
        ? []
        : [
            {
              key: path,
              title: `${namespace}:${name}`,
              text: `${namespace}:${settings.text}`,
              to: path,
              icon: settings.icon,
              anyOf: [needs as PermissionKey],
            },
          ],
    ),
  ),
];

/** Permissions for the index page. */
export const SETTINGS_PERMISSIONS: readonly PermissionKey[] = SETTINGS_SECTIONS.flatMap(({ anyOf }) => anyOf);

/** Permissions for one section's page. */
export const permissionsOf = (section: OwnKey): readonly PermissionKey[] =>
  SETTINGS_SECTIONS.find(({ key }) => key === section)?.anyOf ?? [];
