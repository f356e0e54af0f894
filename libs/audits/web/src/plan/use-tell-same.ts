import type { ItemId } from '@cotejo/audits-contracts';
import { notify, type AvatarPerson } from '@cotejo/ui';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { namesake, sharedCodes } from './same-words.ts';

/** Milliseconds that the notice of a repeated code stays: it asks for a decision. */
const CODE_MS = 12_000;

/** Tells the author, in a quiet notice, that a sibling has the same name. */
export function useTellNamesake(): (parent: ItemId | null, name: string, id: ItemId) => void {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  return useCallback(
    (parent, name, id) => {
      if (namesake(session.view, parent, name, id) === null) return;
      const above = parent === null ? undefined : session.view.get(parent)?.name;
      const words =
        above === undefined ? t('same.name_top', { name }) : t('same.name', { name, parent: above });
      notify.info(words, { id: `same name ${id}` });
    },
    [session, t],
  );
}

/** Notifies the user that an item has the code of another one, whether this or another user gave it. */
export function useTellCode(): (code: string, by?: string) => void {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  return useCallback(
    (code, by) => {
      const ids = sharedCodes(session.view, new Set([code])).get(code);
      if (!ids) return;
      const items = ids.map((id) => `«${session.view.get(id)?.name ?? ''}»`).join(', ');
      const words =
        by === undefined ? t('same.code', { code, items }) : t('same.code_by', { code, items, by });
      notify.warning(words, { id: `same code ${code}`, autoClose: CODE_MS });
    },
    [session, t],
  );
}

/** Tells when another user gives an item the code of a different item. */
export function useTellRemoteCodes(person: (id: string | null) => AvatarPerson | null): void {
  const session = useAuditSession();
  const tell = useTellCode();
  useEffect(
    () =>
      session.onTouched((touches) => {
        for (const { item, by, fields } of touches) {
          const code = fields.includes('code') ? (session.view.get(item)?.code ?? null) : null;
          if (code !== null) tell(code, person(by)?.name);
        }
      }),
    [session, tell, person],
  );
}
