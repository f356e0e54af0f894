import type { TreeViewHandle } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { memo, useDeferredValue, useMemo, type ReactNode, type RefObject } from 'react';
import { treeAtom } from '../session/session-atoms.ts';
import { FilterChips } from './toolbar/filter-chips.tsx';
import { FirstVisit } from './late-parts.ts';
import { filterAtom, planDaysAtom } from './plan-atoms.ts';
import { usePlan } from './plan-context.ts';
import { usePlanHint } from './toolbar/use-plan-hint.ts';
import { isFiltering, RowFilter } from './toolbar/plan-filter.ts';
import styles from './plan.module.css';
import { PlanTree } from './grid/plan-tree.tsx';
import type { ColumnChoice } from './grid/use-columns.ts';
import { useExpansion } from './grid/use-expansion.ts';

interface PlanBodyProps {
  readonly handle: RefObject<TreeViewHandle | null>;
  readonly choice: ColumnChoice;
  readonly onKeys: () => void;
  /** Content of the side area next to the tree. */
  readonly side: ReactNode;
}

/** Part of the plan that renders again on changes and filters. */
export const PlanBody = memo(function PlanBody({ handle, choice, onKeys, side }: PlanBodyProps) {
  const { audit, session } = usePlan();
  const tree = useAtomValue(treeAtom);
  // Deferred: typing stays responsive while the rows are filtered.
  const filter = useDeferredValue(useAtomValue(filterAtom));
  const days = useAtomValue(planDaysAtom);
  const rowFilter = useMemo(() => new RowFilter(filter, days), [filter, days]);
  const filtered = useMemo(() => rowFilter.read(tree.rows), [rowFilter, tree.rows]);
  const expansions = useExpansion(session.me, audit.id, tree.size, isFiltering(filter) ? filter : null);
  const hint = usePlanHint();
  return (
    <>
      <FilterChips matches={filtered.matches} />
      <div className={styles.body}>
        <PlanTree
          handle={handle}
          filtered={filtered}
          searched={filter.text}
          expansions={expansions}
          choice={choice}
          onKeys={onKeys}
        />
        {side}
      </div>
      {/* Below the rows, because it comes after them: what is seen or aimed at stays where it is. */}
      {hint.isShown && tree.rows.length > 0 && <FirstVisit onRead={hint.read} onKeys={onKeys} />}
    </>
  );
});
