import type { ItemId } from '@cotejo/audits-contracts';
import { displayName } from '@cotejo/audits-domain';
import { ConfirmDialog, notify } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { rowBeside } from '../plan/plan-keys.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { peersByItemAtom } from '../session/session-atoms.ts';
import { endWithStep } from '../undo/end-with-step.ts';
import styles from './dialogs.module.css';
import { DELETED_TOAST, deletionOf, type Deletion } from './deletion.ts';
import { undoOnce } from './undo-once.ts';
import { useLiveView } from './use-live-view.ts';

interface DeleteDialogProps {
  readonly ids: readonly ItemId[];
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called after the closing animation; `next` = row that receives the focus. */
  readonly onClosed: (next: ItemId | null) => void;
}

/** Milliseconds for which undo is offered: longer than other toasts, because the user must act in time. */
const UNDO_MS = 10_000;
/** Confirms a deletion, lists what is deleted along, and offers undo. */
export function DeleteDialog({ ids, opened, onClose, onClosed }: DeleteDialogProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const live = useMemo(() => deletionOf(view, ids, (intent) => session.judge(intent)), [view, ids, session]);
  // Frozen while the dialog closes, so that it does not show the state after the deletion.
  const [deletion, setDeletion] = useState(live);
  if (opened && deletion !== live) setDeletion(live);
  const beside = useMemo(() => (ids[0] === undefined ? null : besideAll(ids, view)), [ids, view]);
  const count = deletion.ids.length;
  const places = Math.max(...deletion.shared.map((shared) => shared.places), 0);

  const [only] = deletion.ids;
  const node = only === undefined ? undefined : view.get(only);
  const shown = node && displayName(view, node);
  const name = shown ? [shown.code, shown.name].filter(Boolean).join(' ') : '';
  const heading =
    count === 0
      ? t('delete.title', { count: ids.length })
      : t(count === 1 ? 'delete.question' : 'delete.question_many', { name, count });
  const [title, setTitle] = useState(heading);
  if (opened && title !== heading) setTitle(heading);

  const remove = (shared?: 'everywhere' | 'here') => {
    const result = session.deleteItems(deletion.ids, shared);
    // Keeps the dialog open and shows the reason.
    if (!result.ok) throw new Error(words(result.rejection));
    const undo = undoOnce(session, deletion.ids);
    endWithStep(session, session.lastStep, DELETED_TOAST);
    notify.info(t('delete.done', { count, name }), {
      id: DELETED_TOAST,
      autoClose: UNDO_MS,
      action: {
        label: t('plan.undo'),
        run: () => {
          const undone = undo();
          if (!undone.ok) notify.warning(words(undone.rejection), { id: undone.rejection.code });
        },
      },
    });
  };

  const isShared = deletion.shared.length > 0;
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      question={<Question ids={ids} deletion={deletion} />}
      {...(isShared
        ? {
            right:
              deletion.shared.length === 1 && count === 1
                ? t('delete.everywhere', { count: places })
                : t('delete.everywhere_many'),
            middle: {
              label: t(count === 1 ? 'delete.here' : 'delete.here_many'),
              onConfirm: () => remove('here'),
            },
          }
        : {})}
      rightDisabled={count === 0}
      onConfirm={() => (isShared ? remove('everywhere') : remove())}
      onClose={onClose}
      onClosed={() => onClosed(ids.some((id) => view.get(id)?.deleted === null) ? null : beside)}
    />
  );
}

function besideAll(ids: readonly ItemId[], view: Parameters<typeof rowBeside>[1]): ItemId | null {
  const gone = new Set(ids);
  for (const id of [...ids].reverse()) {
    const next = rowBeside(id, view);
    if (next !== null && !gone.has(next)) return next;
  }
  return null;
}

/** Names in a sentence: «Laura, Óscar y Ana». */
function useNames(): (names: readonly string[]) => string {
  const { i18n } = useTranslation();
  return (names) => new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
}

/** People whose work the deletion touches: who signed it, and who is in it at this moment. */
function Touched({ deletion: { ids, gone, signers } }: { readonly deletion: Deletion }) {
  const { t } = useTranslation('audits-web');
  const { person } = usePlan();
  const inSentence = useNames();
  const present = useAtomValue(peersByItemAtom);
  const signed = signers.map((id) => person(id)?.name ?? t('plan.somebody'));
  const here = new Map(gone.flatMap((id) => present.get(id) ?? []).map(({ user }) => [user.id, user.name]));
  return (
    <>
      {signed.length > 0 && (
        <p className={styles.question}>
          {t(ids.length > 1 ? 'delete.signed_many' : 'delete.signed', {
            count: signed.length,
            names: inSentence(signed),
          })}
        </p>
      )}
      {here.size > 0 && (
        <p className={styles.question} role="status">
          {t('delete.working', { count: here.size, names: inSentence([...here.values()]) })}
        </p>
      )}
    </>
  );
}

function Question({ ids, deletion }: { readonly ids: readonly ItemId[]; readonly deletion: Deletion }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const words = useRejectionText();
  const count = deletion.ids.length;
  const under = deletion.under.reduce((sum, [, each]) => sum + each, 0);
  const [shared] = deletion.shared;
  const isOneShared = deletion.shared.length === 1 && count === 1;
  const [refused] = deletion.refused;
  return (
    <>
      {under > 0 && (
        <>
          <p className={styles.question}>
            {/* Deleted from one risk only, a shared control keeps its children in the other risks. */}
            {t(isOneShared ? 'delete.under_shared' : count > 1 ? 'delete.under_many' : 'delete.under', {
              count: under,
            })}
          </p>
          <ul className={styles.counts}>
            {deletion.under.map(([type, each]) => (
              <li key={type}>
                {t(`audits-contracts:itemType.${type}`)}: <span className="num">{each}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {deletion.staying > 0 && (
        <p className={styles.question}>{t('delete.staying', { count: deletion.staying })}</p>
      )}
      {shared && (
        <p className={styles.question}>
          {isOneShared
            ? t('delete.shared', { count: shared.places })
            : t('delete.shared_many', { count: deletion.shared.length })}
        </p>
      )}
      {refused && (
        <p className={styles.question} role="note">
          {t('many.left_out', { count: deletion.refused.length })} {words(refused.rejection)}
        </p>
      )}
      <Touched deletion={deletion} />
      {count > 0 && <p className={styles.question}>{t('delete.kept', { count: deletion.gone.length })}</p>}
      {ids.length > 0 && count === 0 && !refused && <p className={styles.question}>{t('delete.nothing')}</p>}
    </>
  );
}
