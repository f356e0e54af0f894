import type { UserRow } from '@cotejo/access-contracts';
import { recordTypeOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import {
  ConfirmDialog,
  EmptyState,
  HeaderEnd,
  notify,
  PageHeader,
  TableSkeleton,
  useWorkspace,
  type AvatarPerson,
} from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { ArchiveRestore, Lock, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLiveView } from '../actions/use-live-view.ts';
import { EVALUATIONS_PATH, isEvaluation } from '../evaluations/evaluation-path.ts';
import { recordPath } from '../list/plan-path.ts';
import { useBatchNotice } from '../session/tray/use-batch-notice.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { SavingBadge } from '../session/saving-badge.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import styles from './trash-page.module.css';
import { trashRows, type TrashRow } from './trash-rows.ts';
import { TrashTable } from './trash-table.tsx';
import { useTrashColumns } from './use-trash-columns.ts';

interface TrashScreenProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
}

/** Interval at which the remaining days are updated, in milliseconds. */
const MINUTE_MS = 60_000;

/** Lists deleted items and restores them. */
export function TrashScreen({ audit, people }: TrashScreenProps) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  useBatchNotice();
  const { registerUnsent } = useWorkspace();
  useEffect(() => registerUnsent(() => session.localOnlyCount), [registerUnsent, session]);
  const navigate = useNavigate();
  const words = useRejectionText();
  const tree = useAtomValue(treeAtom);
  const now = useNow();
  const [chosen, setChosen] = useState<ReadonlySet<ItemId>>(new Set());
  const [asking, setAsking] = useState<readonly TrashRow[] | null>(null);

  const byId = useMemo(
    () =>
      new Map(
        people.map(({ id, first_name, last_name, sigla }): [string, AvatarPerson] => [
          id,
          { id, name: `${first_name} ${last_name}`, initials: sigla },
        ]),
      ),
    [people],
  );
  const view = useLiveView();
  const rows = useMemo(() => trashRows(view, now), [view, now]);
  const sought = useFoundRows({ rows, columns: useTrashColumns(rows, people) });
  const { rows: found } = sought;
  const refusals = useMemo(
    () =>
      new Map(
        found.flatMap(({ id }) => {
          const refusal = session.judge({ kind: 'restore_item', id, withAncestors: true });
          return refusal ? [[id, words(refusal)] as const] : [];
        }),
      ),
    [found, session, words],
  );
  // Items restored meanwhile by other users are no longer selected.
  const picked = found.filter(({ id }) => chosen.has(id) && !refusals.has(id));

  const planOf = recordPath(audit);
  const restore = (which: readonly TrashRow[], withAncestors: boolean): void => {
    // From the top down: an item may be the parent of the next one.
    const ids = [...which].sort((a, b) => a.path.length - b.path.length).map(({ id }) => id);
    const result = session.restoreItems(ids, withAncestors);
    if (!result.ok) {
      notify.warning(words(result.rejection), { id: result.rejection.code });
      return;
    }
    setChosen(new Set());
    const [first] = ids;
    notify.success(t('trash.restored', { count: ids.length }), {
      action: {
        label: t('trash.see'),
        run: () => void navigate(ids.length === 1 && first ? withItem(planOf, first) : planOf),
      },
    });
  };
  const askOrRestore = (which: readonly TrashRow[]) => {
    const inChosen = new Set(which.map(({ id }) => id));
    // Restoring an item whose deleted ancestors are all selected needs no confirmation.
    const needsMore = which.some(({ path }) =>
      path.some(({ id, isDeleted }) => isDeleted && !inChosen.has(id)),
    );
    if (needsMore) setAsking(which);
    else
      restore(
        which,
        which.some(({ ancestorsDeleted }) => ancestorsDeleted),
      );
  };

  const isReady = tree.baseVersion >= 0;
  const mayLook = session.can('trashbin.access');
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('trash.title')}
        breadcrumb={[
          isEvaluation(recordTypeOf(audit.record_type))
            ? { label: t('evaluations.short'), to: EVALUATIONS_PATH }
            : { label: t('list.title'), to: '/' },
          { label: audit.codigo, to: planOf },
          { label: t('trash.title') },
        ]}
        meta={<span>{t('trash.of', { name: audit.nombre })}</span>}
      />
      <HeaderEnd>
        <SavingBadge onRejected={() => void navigate(`${planOf}&panel=rechazados`)} />
      </HeaderEnd>
      {isReady && !mayLook && (
        <EmptyState icon={Lock} title={t('trash.forbidden.title')} text={t('trash.forbidden.text')} />
      )}
      {mayLook && (
        <FindBar
          found={sought}
          search={t('trash.search')}
          end={
            picked.length > 0 && (
              <Button
                leftSection={<ArchiveRestore size={15} aria-hidden />}
                onClick={() => askOrRestore(picked)}
              >
                {t('trash.restore_many', { count: picked.length })}
              </Button>
            )
          }
        />
      )}
      {!isReady && <TableSkeleton />}
      {isReady && mayLook && rows.length === 0 && (
        <EmptyState icon={Trash2} title={t('trash.empty.title')} text={t('trash.empty.text')} />
      )}
      {isReady && mayLook && rows.length > 0 && found.length === 0 && <NoneFound clear={sought.clear} />}
      {isReady && mayLook && found.length > 0 && (
        <TrashTable
          found={sought}
          refusals={refusals}
          person={(id) => byId.get(id)}
          chosen={new Set(picked.map(({ id }) => id))}
          onChoose={setChosen}
          onRestore={(row) => askOrRestore([row])}
        />
      )}
      <ConfirmDialog
        opened={asking !== null}
        title={t('trash.ancestors.title')}
        question={asking && <AncestorsQuestion rows={asking} />}
        left={t('create.cancel')}
        right={t('trash.ancestors.restore')}
        danger={false}
        onConfirm={() => restore(asking ?? [], true)}
        onClose={() => setAsking(null)}
      />
    </div>
  );
}

const withItem = (plan: string, item: ItemId): string => `${plan}&hoja-id=${item}`;

/** Asks to confirm, naming the ancestors that would be restored as well. */
function AncestorsQuestion({ rows }: { readonly rows: readonly TrashRow[] }) {
  const { t } = useTranslation('audits-web');
  const above = new Map(
    rows.flatMap(({ path }) => path.filter(({ isDeleted }) => isDeleted).map(({ id, name }) => [id, name])),
  );
  for (const { id } of rows) above.delete(id);
  const [only] = rows;
  return (
    <>
      <p className={styles.question}>
        {rows.length === 1 && only
          ? t('trash.ancestors.question', { name: only.name })
          : t('trash.ancestors.question_many', { count: rows.length })}
      </p>
      <ul className={styles.above}>
        {[...above].map(([id, name]) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
