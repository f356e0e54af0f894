import { useUser } from '@cotejo/access-web';
import { DEFAULT_TIME_ZONE } from '@cotejo/access-contracts';
import { changeLanguage } from '@cotejo/i18n';
import { TimeZoneProvider } from '@cotejo/ui';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Applies the user's own language and time zone to its children, in any browser. */
export function FollowPerson({ children }: { readonly children: ReactNode }) {
  const { i18n } = useTranslation();
  const user = useUser();
  const chosen = user?.language ?? null;
  useEffect(() => {
    if (chosen !== null && chosen !== i18n.language) changeLanguage(i18n, chosen).catch(() => undefined);
  }, [chosen, i18n]);
  return <TimeZoneProvider value={user?.time_zone ?? DEFAULT_TIME_ZONE}>{children}</TimeZoneProvider>;
}
