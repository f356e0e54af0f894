import { isGroup } from '@cotejo/audits-contracts';
import type { TreeRow as ViewRow } from '@cotejo/ui';
import { memo, useSyncExternalStore } from 'react';
import { COLUMN_SIZE } from './plan-columns.ts';
import { usePlan } from '../plan-context.ts';
import type { ShownRow } from '../toolbar/plan-filter.ts';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';
import { CELL } from './row-cells.tsx';
import type { RowLook } from './row-look.ts';
import { RowName } from './row-name.tsx';

interface PlanRowProps {
  readonly row: ViewRow<ShownRow>;
  readonly look: RowLook;
}

/** Row of one item: name and columns. Renders again only when data of that item changed. */
export const PlanRow = memo(function PlanRow({ row, look }: PlanRowProps) {
  const { item } = row;
  const plan = usePlan();
  const state = useSyncExternalStore(look.states.subscribe, () => look.states.of(item.id));
  return (
    <div
      className={styles.row}
      data-group={isGroup(item.node.type) || undefined}
      data-context={item.isContext}
      data-cut={state.isCut || undefined}
      data-opened={state.isOpened || undefined}
      data-type={item.node.type}
    >
      {/* Fades out once per remote change. */}
      {state.touch && (
        <span key={state.touch.version} className={styles.glow} data-touched={state.touch.version} />
      )}
      <RowName row={row} look={look} state={state} />
      <div className={styles.columns} data-no-drag>
        {look.columns.map((id) => (
          <div
            key={id}
            className={styles.cell}
            data-column={id}
            data-figure={COLUMN_SIZE[id].isFigure}
            style={{ width: `var(--column-${id})` }}
          >
            {CELL[id]({ row: item, look, state, plan })}
          </div>
        ))}
        <button
          type="button"
          className={`${styles.actions} ${styles.ghost}`}
          tabIndex={-1}
          data-for-selection
          aria-haspopup="menu"
          aria-label={look.words.actionsOf(item.title.name)}
          onClick={(event) => plan.actions.openMenu(item.id, event.currentTarget)}
        >
          <PlanIcon name="more" size={15} />
        </button>
      </div>
    </div>
  );
});
