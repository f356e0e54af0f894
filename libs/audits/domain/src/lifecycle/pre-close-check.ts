import { isAudit, type AuditConclusion, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import type { AuditView, Slice, TreeNode } from '../model/model.ts';
import { countsForProgress } from '../status/progress.ts';
import { controlDesign } from '../risk/control-strength.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/risk-settings.ts';
import { alive, isAstray } from '../model/tree.ts';
import { owesDeclaration } from '../team/owes-declaration.ts';

/** What keeps an audit from being closed without a reason. */
export const PRE_CLOSE_BLOCKS = [
  'unsigned_items',
  'open_notes',
  'findings_not_discussed',
  'findings_without_treatment',
] as const;
/** What is only pointed out. */
export const PRE_CLOSE_WARNINGS = [
  'tests_without_evidence',
  'controls_without_test',
  'plans_without_responsible',
  'members_undeclared',
  'conclusion_missing',
  'conclusion_unsigned',
] as const;

export type PreCloseBlock = (typeof PRE_CLOSE_BLOCKS)[number];
export type PreCloseRule = PreCloseBlock | (typeof PRE_CLOSE_WARNINGS)[number];

/** What the check asks of rating and conclusion. */
export type CheckedConclusion = Pick<AuditConclusion, 'rating' | 'text'> & {
  readonly signed: object | null;
};

export interface PreClosePoint {
  readonly rule: PreCloseRule;
  readonly count: number;
  /** The first of them, in the order of the plan. */
  readonly items: readonly ItemId[];
}

export interface PreCloseCheck {
  readonly blocks: readonly PreClosePoint[];
  readonly warnings: readonly PreClosePoint[];
}

/** How many there are, and the first items that they are about. */
export interface CountedItems {
  readonly count: number;
  readonly items: readonly ItemId[];
}

/** Review notes that are not closed. */
export type OpenNotes = CountedItems;

/** Facts that the tree does not contain. */
export interface PreCloseFacts {
  readonly notes: OpenNotes;
  /** Completed tests and steps without evidence; absent where it is not known. */
  readonly unevidenced?: CountedItems;
  /** Null where it is not known: no rule of the conclusion is met. Absent = as the view has it. */
  readonly conclusion?: CheckedConclusion | null;
  /** Members without declaration of independence; absent = as the view has them. */
  readonly undeclared?: number;
}

/** Items listed under one rule; the count is of all. */
export const MOST_LISTED = 100;

/** Rules that also keep an audit from being culminated. */
const OF_WORK: ReadonlySet<PreCloseRule> = new Set([
  'unsigned_items',
  'open_notes',
  'findings_not_discussed',
]);

/** Open notes on living items, by what the slices keep. */
export function openNotesIn(view: AuditView, slices: readonly Slice[]): OpenNotes {
  const notes = slices.flatMap((slice) => slice.openNotes?.(view) ?? []).filter((id) => alive(view, id));
  return { count: notes.length, items: [...new Set(notes)] };
}

const NONE: CountedItems = { count: 0, items: [] };

/** What stands in the way of closing an audit, and what is pointed out; rules without a hit are absent. */
export function preCloseCheck(
  view: AuditView,
  { notes, unevidenced = NONE, conclusion = view.conclusion, undeclared = undeclaredIn(view) }: PreCloseFacts,
): PreCloseCheck {
  const found: Record<PreCloseRule, ItemId[]> = {
    unsigned_items: [],
    open_notes: [...notes.items],
    findings_not_discussed: [],
    findings_without_treatment: [],
    tests_without_evidence: [...unevidenced.items],
    controls_without_test: [],
    plans_without_responsible: [],
    members_undeclared: [],
    conclusion_missing: [],
    conclusion_unsigned: [],
  };
  const ofConclusion = isAudit(view.recordType) ? ruleOfConclusion(conclusion) : null;
  meetLiving(view, null, (node) => {
    for (const rule of rulesMetBy(view, node)) found[rule].push(node.id);
  });
  const countOf = (rule: PreCloseRule): number => {
    if (rule === ofConclusion) return 1;
    if (rule === 'open_notes') return notes.count;
    if (rule === 'tests_without_evidence') return unevidenced.count;
    if (rule === 'members_undeclared') return isAudit(view.recordType) ? undeclared : 0;
    return found[rule].length;
  };
  const pointOf = (rule: PreCloseRule): PreClosePoint => ({
    ...{ rule, count: countOf(rule), items: found[rule].slice(0, MOST_LISTED) },
  });
  const hits = (rules: readonly PreCloseRule[]) => rules.map(pointOf).filter(({ count }) => count > 0);
  return { blocks: hits(PRE_CLOSE_BLOCKS), warnings: hits(PRE_CLOSE_WARNINGS) };
}

/** Blocks that say that the work itself is not done. */
export const unfinishedWork = ({ blocks }: PreCloseCheck): readonly PreClosePoint[] =>
  blocks.filter(({ rule }) => OF_WORK.has(rule));

/** Living tests and steps whose work is done: each should have evidence. In the order of the plan. */
export function testsDone(view: AuditView): readonly ItemId[] {
  const done: ItemId[] = [];
  meetLiving(view, null, (node) => {
    if (EVIDENCED.has(node.type) && isDone(node)) done.push(node.id);
  });
  return done;
}

/** Types whose work is documented by evidence. */
const EVIDENCED: ReadonlySet<ItemType> = new Set(['control_test', 'step']);

const isDone = ({ status }: TreeNode): boolean => status === 'completed' || status === 'reviewed';

const undeclaredIn = ({ members }: AuditView): number =>
  [...(members?.values() ?? [])].filter((member) =>
    owesDeclaration({ ...member, hasDeclared: member.declared !== null }),
  ).length;

function ruleOfConclusion(conclusion: CheckedConclusion | null): PreCloseRule | null {
  if (conclusion === null) return null;
  if (conclusion.rating === null || conclusion.text === '') return 'conclusion_missing';
  return conclusion.signed === null ? 'conclusion_unsigned' : null;
}

function rulesMetBy(view: AuditView, node: TreeNode): PreCloseRule[] {
  const { type, status } = node;
  const rules: PreCloseRule[] = [];
  if (countsForProgress(type, view.recordType) && !isDone(node)) rules.push('unsigned_items');
  if (type === 'finding') {
    if (status === 'new' || status === 'not_discussed') rules.push('findings_not_discussed');
    if (node.treatment === null) rules.push('findings_without_treatment');
  }
  if (type === 'action_plan' && node.assignee === null) rules.push('plans_without_responsible');
  if (type === 'control' && isDesigned(node) && !hasTest(view, node)) rules.push('controls_without_test');
  return rules;
}

/** Whether its design is good enough for tests of how it works to be asked for. */
const isDesigned = ({ values }: TreeNode): boolean =>
  (controlDesign(values, DEFAULT_RISK_SETTINGS.criteria).grade ?? 1) > 1;

const hasTest = (view: AuditView, { id }: TreeNode): boolean =>
  view.childrenOf(id).some((child) => {
    const node = view.get(child);
    return node?.type === 'control_test' && node.deleted === null;
  });

/** A finding in a branch where it was not raised is shown nowhere. */
function meetLiving(view: AuditView, parent: ItemId | null, meet: (node: TreeNode) => void): void {
  for (const id of view.childrenOf(parent)) {
    const node = view.get(id);
    if (!node || node.deleted !== null || isAstray(view, node)) continue;
    meet(node);
    meetLiving(view, id, meet);
  }
}
