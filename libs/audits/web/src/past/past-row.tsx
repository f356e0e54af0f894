import { itemStatusOf, statusWord, type TreeItemView } from '@cotejo/audits-contracts';
import { PersonAvatar, StatusDot, type TreeRow as ViewRow } from '@cotejo/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { FigurePill } from '../plan/figures/figure-pill.tsx';
import { figurePillOf } from '../plan/figures/figure-pills.ts';
import { PlanIcon } from '../plan/grid/plan-icons.tsx';
import plan from '../plan/grid/plan-row.module.css';
import { RowWords } from '../plan/grid/row-words.tsx';
import type { PastRow } from './past-rows.ts';
import styles from './past-plan.module.css';
import { itemTypeOf } from './past-view.ts';

/** Name of the parent in the contract's display name of a step; null = none. */
const prefixOf = ({ nombre, _nombre }: TreeItemView): string | null => {
  const end = ` - ${_nombre}`;
  return nombre.endsWith(end) ? nombre.slice(0, -end.length) : null;
};

interface PastPlanRowProps {
  readonly row: ViewRow<PastRow>;
}

/** A row of the past plan, styled like the plan's rows but read-only. */
export const PastPlanRow = memo(
  PastPlanRowContent,
  ({ row: old }, { row }) => old.item === row.item && old.level === row.level && old.isOpen === row.isOpen,
);

function PastPlanRowContent({ row }: PastPlanRowProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { view, mark, children, figures } = row.item;
  const { usuario_asignado: assignee } = view;
  const status = view.status === null ? null : itemStatusOf(view.status);
  const type = itemTypeOf(view.item_tipo);
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      className={`${plan.row} ${styles.row}`}
      data-group={view.item_tipo.startsWith('GR_') || undefined}
      data-mark={mark ?? undefined}
    >
      <div className={plan.nameCell}>
        <span className={plan.caret} data-empty={children === null || undefined} aria-hidden>
          {children !== null && <Icon size={14} />}
        </span>
        {type !== undefined && (
          <span
            className={plan.type}
            data-type={type}
            role="img"
            aria-label={t(`audits-contracts:itemType.${type}`)}
          >
            <PlanIcon name={type} />
          </span>
        )}
        {view.codigo !== null && <span className={`code ${plan.code}`}>{view.codigo}</span>}
        <RowWords prefix={prefixOf(view)} name={view._nombre}>
          <span className={plan.name} title={view.nombre}>
            {view._nombre}
          </span>
        </RowWords>
        {mark !== null && <span className={styles.mark}>{t(`past.mark.${mark}`)}</span>}
      </div>
      <div className={plan.columns}>
        {(['inherent', 'residual'] as const).map((column) => {
          const pill = figures && figurePillOf(figures, column);
          return (
            <div key={column} className={styles.figure}>
              {pill && <FigurePill pill={pill} />}
            </div>
          );
        })}
        <div className={styles.status}>
          {status !== null && (
            <StatusDot
              tone={ITEM_STATUS_TONE[status]}
              label={t(`audits-contracts:status.${statusWord(status, type)}`)}
            />
          )}
        </div>
        <div className={styles.assignee}>
          {assignee && (
            <PersonAvatar
              person={{ id: assignee.id, name: assignee.name, initials: assignee.sigla }}
              size={22}
            />
          )}
        </div>
      </div>
    </div>
  );
}
