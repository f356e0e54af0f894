import type { ItemId } from '@cotejo/audits-contracts';
import type { ControlFigures, RiskFigures, TreeNode } from '@cotejo/audits-domain';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import type { ShownRow } from '../plan/toolbar/plan-filter.ts';

/** A row of the plan with its level, 1 at the top. */
export interface PlanLine {
  readonly row: TreeRow;
  readonly level: number;
}

/** All rows in display order, those of collapsed branches included. */
export function planLines(rows: readonly ShownRow[], level = 1): readonly PlanLine[] {
  return rows.flatMap((row) => [{ row, level }, ...planLines(row.children ?? [], level + 1)]);
}

/** A risk with one of its controls; a risk without controls and a control without a risk have a line of their own. */
export interface RiskLine {
  /** Names of the groups above, from the top. */
  readonly path: readonly string[];
  readonly risk: { readonly node: TreeNode; readonly figures: RiskFigures | null } | null;
  readonly control: {
    readonly node: TreeNode;
    readonly figures: ControlFigures | null;
    /** Rows of its tests, in display order. */
    readonly tests: readonly TreeRow[];
  } | null;
}

/**
 * Risks and controls in display order. A control that several risks share has a line under each, with the tests of the
 * original.
 */
export function riskLines(rows: readonly ShownRow[]): readonly RiskLine[] {
  const tests = new Map<ItemId, readonly TreeRow[]>();
  for (const { row } of planLines(rows)) {
    if (row.node.type !== 'control') continue;
    tests.set(
      row.id,
      (row.children ?? []).filter(({ node }) => node.type === 'control_test'),
    );
  }
  const under = (row: ShownRow, path: readonly string[], risk: RiskLine['risk']): readonly RiskLine[] => {
    const { shown, figures, isContext } = row;
    const below = row.children ?? [];
    if (shown.type === 'risk') {
      const own = { node: shown, figures: figures?.kind === 'risk' ? figures : null };
      const controls = below.flatMap((each) => under(each, path, own));
      return controls.length > 0 || isContext === true ? controls : [{ path, risk: own, control: null }];
    }
    if (shown.type === 'control') {
      const own = figures?.kind === 'control' ? figures : null;
      return [{ path, risk, control: { node: shown, figures: own, tests: tests.get(shown.id) ?? [] } }];
    }
    return below.flatMap((each) => under(each, [...path, row.title.name], risk));
  };
  return rows.flatMap((row) => under(row, [], null));
}
