import type { ItemType, RecordType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';

/** Parent type (`audit` for the top level) → child types that users may create in it or move to it. */
type Structure = Readonly<Partial<Record<ItemType | 'audit', readonly ItemType[]>>>;

// Specification 2, section 3 (allowed children); where it is silent: understanding and inspection in any
// group, tests in controls, findings in risks, controls, tests and steps.
const AUDIT_PLAN: Structure = {
  audit: ['phase'],
  phase: ['macroprocess', 'process', 'activity', 'understanding', 'risk', 'step', 'inspection', 'finding'],
  macroprocess: ['process', 'activity', 'understanding', 'risk', 'step', 'inspection', 'finding'],
  process: ['activity', 'understanding', 'risk', 'step', 'inspection', 'finding'],
  activity: ['understanding', 'risk', 'step', 'inspection', 'finding'],
  risk: ['control', 'finding'],
  control: ['control_test', 'finding'],
  reference: ['finding'],
  control_test: ['finding'],
  step: ['finding'],
  inspection: ['inspection_item'],
};

const FINANCIAL_AUDIT: Structure = {
  audit: ['phase'],
  phase: ['process', 'macroprocess', 'activity'],
  macroprocess: ['activity', 'risk'],
  process: ['macroprocess', 'understanding', 'finding'],
  understanding: ['finding'],
  risk: ['control', 'finding'],
  control: ['finding'],
  reference: ['finding'],
  inspection: ['inspection_item'],
};

const ICCE: Structure = { audit: ['phase'], phase: ['step'], step: ['finding'] };

/** A template is an audit plan without findings. */
const TEMPLATE: Structure = Object.fromEntries(
  Object.entries(AUDIT_PLAN).map(([parent, types]) => [parent, types.filter((type) => type !== 'finding')]),
);

/** From large to small; levels may be skipped, and each may contain risks. */
const LEVELS = ['business_unit', 'macroprocess', 'process', 'activity'] as const;

const RISK_EVALUATION: Structure = {
  audit: LEVELS,
  ...Object.fromEntries(LEVELS.map((level, index) => [level, [...LEVELS.slice(index + 1), 'risk']])),
  risk: ['control'],
};

const RISK_LIBRARY: Structure = { audit: ['risk'], risk: ['control'] };

const STRUCTURES: Readonly<Record<RecordType, Structure>> = {
  audit_plan: AUDIT_PLAN,
  financial_audit: FINANCIAL_AUDIT,
  icce: ICCE,
  template: TEMPLATE,
  risk_evaluation: RISK_EVALUATION,
  risk_library: RISK_LIBRARY,
};

const NONE: readonly ItemType[] = [];

/** Items derived by treatments: never created, moved or copied by users. */
const DERIVED_CHILD: Readonly<Partial<Record<ItemType, ItemType>>> = {
  finding: 'action_plan',
  action_plan: 'evaluation',
};

/** Types that users may create under a parent type (null = the audit), in menu order. */
export const allowedChildren = (recordType: RecordType, parent: ItemType | null): readonly ItemType[] =>
  STRUCTURES[recordType][parent ?? 'audit'] ?? NONE;

/** A reference or link: represents a control of another risk or another audit. */
const isBorrowed = (type: ItemType): boolean => type === 'reference' || type === 'link';

/**
 * Whether users may place a child type under a parent type (null = the audit). References and links are
 * allowed where controls are; they are not in menus, because they are created by copying.
 */
export const canContain = (recordType: RecordType, parent: ItemType | null, child: ItemType): boolean =>
  isBorrowed(child)
    ? canContain(recordType, parent, 'control')
    : allowedChildren(recordType, parent).includes(child);

/** Whether a tree may contain such a pair at all: created by users, or derived by a treatment. */
export const mayStandUnder = (recordType: RecordType, parent: ItemType | null, child: ItemType): boolean =>
  canContain(recordType, parent, child) || (parent !== null && DERIVED_CHILD[parent] === child);

export const isDerivedType = (type: ItemType): boolean => type === 'action_plan' || type === 'evaluation';

/** Whether an item is one of the groups that every financial audit has. */
export const isRootGroup = (view: AuditView, node: TreeNode): boolean =>
  view.recordType === 'financial_audit' && node.place[0] === null;

/**
 * Whether users cannot rename, move or delete an item: derived items, references, and the root groups of a
 * financial audit. `lockOf` has the exceptions, and other locks by action.
 */
export const isFixed = (view: AuditView, node: TreeNode): boolean =>
  node.derived || node.type === 'reference' || isRootGroup(view, node);
