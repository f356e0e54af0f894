import {
  accountCalls,
  publicSetting,
  PUBLIC_SETTINGS,
  STORAGE_KEYS,
  type PublicSettingKey,
} from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useIsIdle } from './use-is-idle.ts';

const records = z.array(publicSetting);
type Records = z.infer<typeof records>;
export type SettingValue = Records[number]['value'];

/** The account's settings that pages read, by key. */
export type PublicSettings = Readonly<Record<PublicSettingKey, SettingValue>>;

/** Query key of the account's settings; invalidated after a change. */
export const PUBLIC_SETTINGS_QUERY = ['account', 'public_settings'] as const;

/** The account's settings, completed with defaults. */
export function settingsOf(told: Records): PublicSettings {
  const known = told.filter(({ key }) => Object.hasOwn(PUBLIC_SETTINGS, key));
  return { ...PUBLIC_SETTINGS, ...Object.fromEntries(known.map(({ key, value }) => [key, value])) };
}

/** Settings last seen by this browser; the session deletes them on sign-out. */
export function keptSettings(storage: Pick<Storage, 'getItem'>): Records | undefined {
  try {
    const kept = records.safeParse(JSON.parse(storage.getItem(STORAGE_KEYS.publicSettings) ?? 'null'));
    return kept.success ? kept.data : undefined;
  } catch {
    return undefined;
  }
}

/** The account's public settings: the stored ones first, then the server's. */
export function usePublicSettings(): PublicSettings {
  const { api } = useSession();
  const [kept] = useState(() => keptSettings(localStorage));
  const { data } = useQuery({
    queryKey: PUBLIC_SETTINGS_QUERY,
    queryFn: async ({ signal }) => {
      const told = await perform(api, accountCalls.publicSettings, {}, { signal });
      localStorage.setItem(STORAGE_KEYS.publicSettings, JSON.stringify(told.records));
      return told.records;
    },
    staleTime: 5 * 60_000,
    enabled: useIsIdle(),
  });
  return settingsOf(data ?? kept ?? []);
}
