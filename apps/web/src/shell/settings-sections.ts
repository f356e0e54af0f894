import type { PermissionKey } from '@cotejo/access-contracts';
import { SlidersHorizontal, type LucideIcon } from 'lucide-react';
import { CONTEXTS } from '../contexts.ts';

export interface SettingsSection {
  /** Translation keys. */
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Any of these permissions gives access. */
  readonly anyOf: readonly PermissionKey[];
}

const GENERAL: SettingsSection = {
  title: 'settings.general.title',
  text: 'settings.general.text',
  to: '/configuraciones/general/',
  icon: SlidersHorizontal,
  anyOf: ['settings.edit'],
};

/** Sections under `/configuraciones/`. */
export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  ...CONTEXTS.flatMap(({ pages, words: { namespace } }) =>
    pages.flatMap(({ path: to, name, needs, settings }) => {
      if (settings === undefined) return [];
      const anyOf = [needs].flat() as PermissionKey[];
      const words = { title: `${namespace}:${name}`, text: `${namespace}:${settings.text}` };
      return [{ ...words, to, icon: settings.icon, anyOf }];
    }),
  ),
  GENERAL,
];

/** Permissions for the index page. */
export const SETTINGS_PERMISSIONS: readonly PermissionKey[] = SETTINGS_SECTIONS.flatMap(({ anyOf }) => anyOf);
