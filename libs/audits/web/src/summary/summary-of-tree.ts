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
import type { TreeRow } from '../session/tree-rows.ts';

/** How many items of a type there are, and at which status. */
export interface TypeCount {
  readonly type: ItemType;
  readonly total: number;
  readonly statuses: ReadonlyMap<ItemStatus, number>;
}

export interface ListedRisk {
  readonly node: TreeNode;
  readonly figures: RiskFigures;
}

/** How an audit goes, from the tree as it stands in the browser: it moves with every change. */
export interface TreeSummary {
  /** Groups at the top of the plan. */
  readonly phases: readonly TreeRow[];
  readonly types: readonly TypeCount[];
  /** Of what counts for progress. */
  readonly counted: number;
  readonly completed: number;
  readonly reviewed: number;
  readonly risks: readonly ListedRisk[];
  readonly ranges: readonly RiskCount[];
  readonly findings: ReadonlyMap<FindingImpact, number>;
  /** Minutes budgeted in the worksheets, together. */
  readonly plannedMinutes: number;
}

/** Types in the order in which work is spoken of. */
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

/** Reads the whole tree once: O(items). */
export function summaryOfTree(rows: readonly TreeRow[], figures: FiguresByItem): TreeSummary {
  const types = new Map<ItemType, { total: number; statuses: Map<ItemStatus, number> }>();
  const findings = new Map<FindingImpact, number>();
  const risks: ListedRisk[] = [];
  let [counted, completed, reviewed, plannedMinutes] = [0, 0, 0, 0];

  const visit = (row: TreeRow): void => {
    const { node } = row;
    // What is under a row counts by itself; the rest of the row's own count is the item's.
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

/** Risks by probability and impact, `${p}${i}`; unrated ones are in none. */
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
