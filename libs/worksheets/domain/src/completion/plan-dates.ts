import type { AuditView, TreeNode } from '@cotejo/audits-domain';

/** Dates that must not be after the finding's due date (specification 2, section 5). */
const BEFORE_DUE = ['approvalDate', 'implementationDate'] as const;
export type PlanDate = (typeof BEFORE_DUE)[number];

type Values = Readonly<Record<string, unknown>>;

const latest = (dates: Values, due: unknown): PlanDate | null =>
  typeof due !== 'string'
    ? null
    : (BEFORE_DUE.find((key) => typeof dates[key] === 'string' && dates[key] > due) ?? null);

/**
 * First date after the due date, of the finding or of its action plan; null if there is none. Only the dates
 * being set are judged. Dates are yyyy-MM-dd and compare as strings.
 */
export function dateAfterDue(view: AuditView, node: TreeNode, values: Values): PlanDate | null {
  const setsAny = BEFORE_DUE.some((key) => typeof values[key] === 'string');
  if (node.type === 'action_plan') {
    const [finding] = node.place;
    const due = finding === null ? undefined : view.get(finding)?.values?.['dueDate'];
    return setsAny ? latest(values, due) : null;
  }
  if (node.type !== 'finding') return null;
  const due = 'dueDate' in values ? values['dueDate'] : node.values?.['dueDate'];
  if (typeof values['dueDate'] !== 'string') return setsAny ? latest(values, due) : null;
  for (const child of view.childrenOf(node.id)) {
    const plan = view.get(child);
    const late =
      plan?.type === 'action_plan' && plan.deleted === null ? latest(plan.values ?? {}, due) : null;
    if (late !== null) return late;
  }
  return latest({ ...node.values, ...values }, due);
}
