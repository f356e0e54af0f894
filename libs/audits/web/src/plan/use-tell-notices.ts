import { valueLabelKey, type AuditIntent, type KernelIntent } from '@cotejo/audits-contracts';
import { itemTitle } from '@cotejo/audits-domain';
import { notify, type AvatarPerson } from '@cotejo/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useValueWords } from '../history/use-value-words.ts';
import { askServer } from '../session/ask-server.ts';
import { useAuditSession, useSessionNotices } from '../session/audit-session-provider.tsx';
import type { Notice, ValueNotice } from '../session/rows/remote-changes.ts';
import type { VoidingNotice } from '../session/rows/voiding.ts';
import { endWithStep } from '../undo/end-with-step.ts';
import type { Undo } from '../undo/use-undo.ts';
import { useRejectionText } from './tray/rejection-text.ts';

/** Milliseconds that a notice with an undo action stays; longer than a plain one. */
const WAY_BACK_MS = 12_000;

/**
 * Notifies both users when they overwrote the same value without seeing each other's edit, with an action that
 * restores the lost value; notifies signers whose signature was voided by another
 * user's edit, and the user whose edit voided signatures.
 */
export function useTellNotices(
  person: (id: string | null) => AvatarPerson | null,
  act: (intent: KernelIntent) => boolean,
  undoStep: Undo['undoStep'],
): void {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const session = useAuditSession();
  const { said } = useValueWords('audits-web:notice.nothing');
  const refusal = useRejectionText();

  const tellValue = useCallback(
    ({ kind, item, key, by, mine, theirs }: ValueNotice) => {
      const node = session.view.get(item);
      if (!node) return;
      const lost = kind === 'overwritten' ? mine : theirs;
      const name = person(by)?.name ?? '';
      notify.info(
        t(`audits-web:notice.value_${kind}`, {
          name,
          field: t(valueLabelKey(node.type, key)),
          item: itemTitle(session.view, node),
          mine: said(node.type, key, mine),
          theirs: said(node.type, key, theirs),
        }),
        {
          id: `${item} ${key}`,
          autoClose: WAY_BACK_MS,
          action: {
            label: t(`audits-web:notice.back_${kind}`, { name }),
            run: () => act({ kind: 'set_values', id: item, values: { [key]: lost } }),
          },
        },
      );
    },
    [session, person, act, said, t],
  );

  const tellVoiding = useCallback(
    ({ item, signers, step, back }: VoidingNotice) => {
      const node = session.view.get(item);
      const others = signers.filter((one) => one !== session.me);
      const names = others.map((one) => person(one)?.name ?? t('audits-web:plan.somebody'));
      const isOwn = others.length < signers.length;
      const told = {
        count: signers.length,
        names: isOwn && others.length > 0 ? [...names, t('audits-web:notice.yours')] : names,
        item: node ? itemTitle(session.view, node) : '',
      };
      const way = others.length === 0 ? '_own' : '';
      const id = `voiding ${item}`;
      const again = t(`audits-web:notice.sign_again${way}`, { count: others.length, names });
      const takeBack = async (intent: AuditIntent) => {
        const refused = await askServer(session, intent);
        if (refused) notify.warning(refusal(refused), { id });
        else notify.info(`${t('audits-web:notice.taken_back')}. ${again}`, { id: `${id} back` });
      };
      const run =
        step !== null ? () => undoStep(step, again) : back !== null ? () => void takeBack(back) : null;
      endWithStep(session, step, id);
      notify.warning(t(`audits-web:notice.voiding${way}`, told), {
        id,
        autoClose: WAY_BACK_MS,
        ...(run !== null && { action: { label: t('audits-web:plan.undo'), run } }),
      });
    },
    [session, person, undoStep, refusal, t],
  );

  useSessionNotices(
    useCallback(
      (notice: Notice) => {
        if (notice.kind === 'voiding') {
          tellVoiding(notice);
          return;
        }
        if (notice.kind === 'voided') {
          const node = session.view.get(notice.item);
          const item = node ? itemTitle(session.view, node) : '';
          const names = notice.by.flatMap((one) => person(one)?.name ?? []);
          const told = { count: names.length, name: names.join(', '), item };
          const words = names.length === 0 ? 'voided_by_nobody' : 'voided';
          notify.warning(t(`audits-web:notice.${words}`, told), {
            id: `voided ${notice.item}`,
            autoClose: WAY_BACK_MS,
          });
          return;
        }
        const name = person(notice.by)?.name ?? '';
        if (notice.field === 'value') tellValue(notice);
        else {
          const { kind, mine, theirs } = notice;
          notify.info(t(`audits-web:notice.${kind}`, { name, mine, theirs }));
        }
      },
      [session, person, tellValue, tellVoiding, t],
    ),
  );
}
