import type { ItemStatus, ItemType } from '@cotejo/audits-contracts';
import {
  DEFAULT_RISK_SETTINGS,
  marksOn,
  riskCounts,
  type FiguresByItem,
  type RiskCount,
  type RiskFigures,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { FindingImpact } from '../findings/listed-findings.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';

/** Number of items of a type, in total and per status. */
export interface TypeCount {
  readonly type: ItemType;
  readonly total: number;
  readonly statuses: ReadonlyMap<ItemStatus, number>;
}

export interface ListedRisk {
  readonly node: TreeNode;
  readonly figures: RiskFigures;
}

/** Figures of an audit, computed from the browser's tree so that they follow every change. */
export interface TreeSummary {
  /** Groups at the top level of the plan. */
  readonly phases: readonly TreeRow[];
  readonly types: readonly TypeCount[];
  /** Number of items that count for progress. */
  readonly counted: number;
  readonly completed: number;
  readonly reviewed: number;
  readonly risks: readonly ListedRisk[];
  readonly ranges: readonly RiskCount[];
  readonly findings: ReadonlyMap<FindingImpact, number>;
  /** Sum of the minutes budgeted in worksheets. */
  readonly plannedMinutes: number;
}

/** Types in the order of an audit's work. */
const TYPES: readonly ItemType[] = [
  'understanding',
  'risk',
  'control',
  'control_test',
  'step',
  'inspection',
  'materiality',
  'finding',
  'action_plan',
  'evaluation',
];

const sum = (rows: readonly TreeRow[]): number => rows.reduce((total, { counted }) => total + counted, 0);

/** Computes the summary in one pass over the tree: O(items). */
export function summaryOfTree(rows: readonly TreeRow[], figures: FiguresByItem): TreeSummary {
  const types = new Map<ItemType, { total: number; statuses: Map<ItemStatus, number> }>();
  const findings = new Map<FindingImpact, number>();
  const risks: ListedRisk[] = [];
  let [counted, completed, reviewed, plannedMinutes] = [0, 0, 0, 0];

  const visit = (row: TreeRow): void => {
    const { node } = row;
    // Descendants are counted on their own rows; the remainder of a row's count is the item itself.
    if (row.counted > sum(row.children ?? [])) {
      counted += 1;
      if (marksOn(node, 'completed').length > 0) completed += 1;
      if (marksOn(node, 'reviewed').length > 0) reviewed += 1;
    }
    if (node.status !== null && TYPES.includes(node.type)) {
      const count = types.get(node.type) ?? { total: 0, statuses: new Map<ItemStatus, number>() };
      count.total += 1;
      count.statuses.set(node.status, (count.statuses.get(node.status) ?? 0) + 1);
      types.set(node.type, count);
    }
    if (node.type === 'risk' && row.figures?.kind === 'risk') risks.push({ node, figures: row.figures });
    if (node.type === 'finding') {
      const impact = impactOf(node);
      findings.set(impact, (findings.get(impact) ?? 0) + 1);
    }
    const minutes = node.values?.['budgetedMinutes'];
    if (typeof minutes === 'number') plannedMinutes += minutes;
    for (const child of row.children ?? []) visit(child);
  };
  for (const row of rows) visit(row);

  return {
    phases: rows.filter(({ figures: own }) => own?.kind === 'group'),
    types: TYPES.flatMap((type) => {
      const count = types.get(type);
      return count ? [{ type, ...count }] : [];
    }),
    counted,
    completed,
    reviewed,
    risks,
    ranges: riskCounts(figures, DEFAULT_RISK_SETTINGS.ranges),
    findings,
    plannedMinutes,
  };
}

function impactOf({ values }: TreeNode): FindingImpact {
  const said = values?.['impact'];
  return said === 0 || said === 1 || said === 3 || said === 5 ? said : null;
}

/** Risks by cell, key `${p}${i}` (probability, impact); unrated risks are left out. */
export function cellsOf(risks: readonly ListedRisk[]): ReadonlyMap<string, readonly ListedRisk[]> {
  const cells = new Map<string, ListedRisk[]>();
  for (const risk of risks) {
    const { probability, impact } = risk.figures;
    if (probability === null || impact === null) continue;
    const at = `${probability}${impact}`;
    const cell = cells.get(at);
    if (cell) cell.push(risk);
    else cells.set(at, [risk]);
  }
  for (const cell of cells.values()) cell.sort(byCode);
  return cells;
}

const byCode = ({ node: a }: ListedRisk, { node: b }: ListedRisk): number =>
  (a.code ?? a.name).localeCompare(b.code ?? b.name, 'es', { numeric: true });
