import type { TrayEntry } from '@cotejo/rooms/client';
import { notify } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { trayAtom } from '../../session/session-atoms.ts';
import { useRejectionText } from './rejection-text.ts';

const keyOf = ({ session, seq }: TrayEntry): string => `${session}/${seq}`;

const TOAST = 'refused';

/**
 * Shows a toast when changes of this user are refused: the reason of the first, and the way to all of them. While the
 * tray is shown, it says so itself.
 */
export function useTellRefusals(isTrayShown: boolean, openTray: () => void): void {
  const { t } = useTranslation('audits-web');
  const reason = useRejectionText();
  const tray = useAtomValue(trayAtom);
  const known = useRef<ReadonlySet<string>>(new Set(tray.map(keyOf)));
  useEffect(() => {
    const fresh = tray.filter((entry) => !known.current.has(keyOf(entry)));
    known.current = new Set(tray.map(keyOf));
    const [first] = fresh;
    if (isTrayShown) notify.dismiss(TOAST);
    else if (first !== undefined)
      notify.warning(t('tray.refused', { count: fresh.length, reason: reason(first) }), {
        id: TOAST,
        action: { label: t('tray.see'), run: openTray },
      });
  }, [tray, isTrayShown, reason, openTray, t]);
}
