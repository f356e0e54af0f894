import { statusWord, type StretchKind } from '@cotejo/audits-contracts';
import { dueOfItem, judgeProgress, lockOf, stretchesWith } from '@cotejo/audits-domain';
import { PersonAvatar, StatusDot, type AvatarPerson } from '@cotejo/ui';
import type { ReactNode } from 'react';
import { ITEM_STATUS_TONE } from '../../audit-status.ts';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { pillsOf, type FigureColumn, type FigurePill } from '../figures/figure-pills.ts';
import { marksOf } from '../../signatures/signatures-of.ts';
import { AssignMenu } from '../toolbar/assign-menu.tsx';
import type { ColumnId } from './plan-columns.ts';
import type { PlanContextValue } from '../plan-context.ts';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';
import type { RowLook } from './row-look.ts';
import type { RowState } from './row-states.ts';
import { StatusMenu } from '../toolbar/status-menu.tsx';

export interface CellOf {
  readonly row: TreeRow;
  readonly look: RowLook;
  readonly state: RowState;
  readonly plan: PlanContextValue;
}

function statusCell({ row, look: { words }, state, plan: { setMenu } }: CellOf): ReactNode {
  const { status } = row.shown;
  if (status === null) return null;
  const key = statusWord(status, row.shown.type);
  const word = words.status[key];
  const dot = <StatusDot tone={ITEM_STATUS_TONE[status]} label={word} />;
  // A reference shows its original's status, read-only: it is changed at the original.
  if (row.node.status === null) return <span className={styles.cellText}>{dot}</span>;
  const isOpen = state.menu === 'status';
  const button = (
    <button
      type="button"
      className={styles.cellButton}
      tabIndex={-1}
      title={word}
      aria-label={words.statusOf(row.title.name, key)}
      onClick={() => setMenu(isOpen ? null : { id: row.id, what: 'status' })}
    >
      {dot}
    </button>
  );
  return (
    <StatusMenu row={row} opened={isOpen} onClose={() => setMenu(null)}>
      {button}
    </StatusMenu>
  );
}

function signaturesCell({ row, look: { t }, plan: { person } }: CellOf): ReactNode {
  if (row.shown.status === null) return null;
  const marks = marksOf(row.shown);
  const names = (ids: readonly string[]) => ids.flatMap((id) => person(id)?.name ?? []).join(', ');
  const words = [
    marks.completers.length === 0
      ? t('plan.not_completed')
      : t('plan.completed_by', { name: names(marks.completers) || t('plan.somebody') }),
    marks.reviewers.length === 0
      ? t('plan.not_reviewed')
      : t('plan.reviewed_by', { name: names(marks.reviewers) || t('plan.somebody') }),
  ].join(' · ');
  return (
    <span className={styles.signatures} role="img" aria-label={words} data-signatures={row.shown.id}>
      {mark(marks.completers.length)}
      {mark(marks.reviewers.length)}
    </span>
  );
}

/** Check mark for a signature, with the count when there are several. */
const mark = (count: number): ReactNode =>
  count === 0 ? (
    <i />
  ) : (
    <span className={styles.signed}>
      <PlanIcon name="signed" size={13} />
      {count > 1 && <span className="num">{count}</span>}
    </span>
  );

/** A figure with its level; its derivation is shown in the tooltip and in the worksheet. */
const pillCell =
  (column: FigureColumn) =>
  ({ row, look: { words, format } }: CellOf): ReactNode => {
    const pill = pillsOf(row, column);
    if (!pill) return null;
    return (
      <span
        className={`num ${styles.pill}`}
        data-level={pill.level}
        data-preliminary={pill.preliminary || undefined}
        data-explained={`${column} ${row.id}`}
        role="img"
        aria-label={words.figure(column, valueOf(pill, format), pill.word)}
      >
        {valueOf(pill, format)}
      </span>
    );
  };

/** Residual risks have one decimal, all other figures none. */
const valueOf = ({ value, decimals }: FigurePill, format: CellOf['look']['format']): string =>
  format.number(value, decimals);

function progressCell({ row, look: { t, words, format, due, today } }: CellOf): ReactNode {
  const { progress } = row;
  if (progress === null) return null;
  const { level, isLate } = judgeProgress(progress, dueOfItem(due, row.shown.dates?.[1] ?? null), today);
  const percent = format.percent(progress, 0);
  return (
    <span
      className={styles.progress}
      data-level={level}
      data-late={isLate || undefined}
      data-explained={`progress ${row.id}`}
      role="progressbar"
      aria-label={words.progressOf(row.title.name)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
      aria-valuetext={isLate ? t('progress_from.late_value', { percent }) : percent}
    >
      <i style={{ backgroundSize: `${progress}% 100%` }} />
      <span className="num">{percent}</span>
    </span>
  );
}

function findingsCell({ row, look: { format } }: CellOf): ReactNode {
  const count = row.findings - (row.node.type === 'finding' ? 1 : 0);
  return count > 0 && <span className="num">{format.number(count, 0)}</span>;
}

function datesCell({ row, look: { t, format } }: CellOf): ReactNode {
  const [start, end] = row.shown.dates ?? [null, null];
  if (start === null && end === null) return null;
  const words =
    start !== null && end !== null
      ? `${format.date(start)} – ${format.date(end)}`
      : start === null
        ? t('plan.until', { date: format.date(end) })
        : t('plan.since', { date: format.date(start) });
  return (
    <span className={`num ${styles.clipped}`} title={words}>
      {words}
    </span>
  );
}

function assignedCell({ row, look: { t }, state, plan: { session, person, setMenu } }: CellOf): ReactNode {
  const { node } = row;
  const assignee = person(row.shown.assignee);
  if (row.shown.status === null && !assignee) return null;
  const isFixed = node.status === null || lockOf(session.view, node, 'assign') !== null;
  if (isFixed) return assignee && named(assignee);
  const isOpen = state.menu === 'assign';
  const canAssign =
    session.mode === 'edit' &&
    session.can('plan.assign_user', { createdBy: node.createdBy, assignee: node.assignee });
  return (
    <AssignMenu row={row} opened={isOpen} onClose={() => setMenu(null)}>
      <button
        type="button"
        className={styles.cellButton}
        tabIndex={-1}
        disabled={!canAssign}
        onClick={() => setMenu(isOpen ? null : { id: row.id, what: 'assign' })}
        aria-label={
          assignee
            ? t('plan.assigned_to', { name: row.title.name, person: assignee.name })
            : t('plan.assign', { name: row.title.name })
        }
      >
        {assignee
          ? named(assignee)
          : canAssign && (
              <span className={styles.ghost}>
                <PlanIcon name="assign" size={15} />
              </span>
            )}
      </button>
    </AssignMenu>
  );
}

/** Compact display of a user: initials, and the first name where it fits. */
const named = (person: AvatarPerson): ReactNode => (
  <span className={styles.named} title={person.name}>
    <PersonAvatar person={person} size={20} decorative />
    <span className={styles.namedName}>{person.name.split(' ')[0]}</span>
  </span>
);

/** Names of the sprints or visits that an item is in, by position. */
const stretchCell =
  (kind: StretchKind) =>
  ({ row, plan: { session } }: CellOf): ReactNode => {
    const words = stretchesWith(session.view, row.shown, kind)
      .map(({ name }) => name)
      .join(', ');
    return (
      words !== '' && (
        <span className={styles.clipped} title={words}>
          {words}
        </span>
      )
    );
  };

const typeCell = ({ row, look: { words } }: CellOf): ReactNode => (
  <span className={styles.clipped}>{words.type[row.node.type]}</span>
);

function createdByCell({ row, plan: { person } }: CellOf): ReactNode {
  const creator = person(row.node.createdBy);
  return creator && named(creator);
}

function changedCell({ row, look: { t }, plan: { person } }: CellOf): ReactNode {
  const { changedBy, version } = row.node;
  const who = person(changedBy);
  return (
    <span className={styles.changed}>
      {who && named(who)}
      <span className="num">{t('plan.version', { version: version + 1 })}</span>
    </span>
  );
}

/** Cell renderer by column. Plain functions: as components they would cost more than their content. */
export const CELL: Readonly<Record<ColumnId, (of: CellOf) => ReactNode>> = {
  status: statusCell,
  signatures: signaturesCell,
  inherent: pillCell('inherent'),
  residual: pillCell('residual'),
  design: pillCell('design'),
  execution: pillCell('execution'),
  progress: progressCell,
  findings: findingsCell,
  dates: datesCell,
  assigned: assignedCell,
  sprint: stretchCell('sprint'),
  visit: stretchCell('visit'),
  type: typeCell,
  created_by: createdByCell,
  changed: changedCell,
};
