import {
  actionPlanIdOf,
  evaluationIdOf,
  itemId,
  type FindingTreatment,
  type ItemId,
  type ItemStatus,
  type ItemType,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import {
  fillActs,
  hasContent,
  noteActs,
  planHours,
  type DemoAct,
  type DemoIntent,
  type DemoWorksheet,
} from './demo-worksheet.ts';
import { demoId } from './name-uuid.ts';
import { demoUserId } from './seed-demo-account.ts';

/** An item of a demo plan as of the load day; the acts that lead to this state are derived. */
export interface DemoItem {
  readonly type: ItemType;
  readonly name: string;
  readonly code?: string;
  /** Username of the responsible user. */
  readonly who?: string;
  readonly status?: ItemStatus;
  readonly treatment?: FindingTreatment;
  readonly plan?: { readonly code: string; readonly who?: string; readonly status: ItemStatus };
  /** Profile of a risk in an evaluation or library. */
  readonly risk?: RiskProfile;
  /** Username of the author; the leader by default. */
  readonly by?: string;
  readonly items?: readonly DemoItem[];
}

/** Worksheets of a plan, by the item's code, or its name if it has none. */
export type DemoWorksheets = Readonly<Record<string, DemoWorksheet>>;

/** Usernames of those who lead the work on a plan and review what the leader did. */
export interface DemoStaff {
  readonly leader: string;
  readonly manager: string;
}

export const DEPARTMENT: DemoStaff = { leader: 'andres.murcia', manager: 'claudia.restrepo' };

interface ActsOptions {
  readonly staff?: DemoStaff;
  /** Item of the audit that receives the plan; null = the audit itself. */
  readonly parent?: ItemId | null;
}

type Way = readonly ItemStatus[];

/** Statuses up to the target, starting from an assigned and filled item. */
const FINDING: Way = ['new', 'not_discussed', 'completed', 'reviewed'];
const ACTION_PLAN: Way = ['assigned', 'accepted', 'approved', 'in_progress', 'implemented', 'evaluated'];
/** An evaluation is in progress once it has content. */
const EVALUATION: Way = ['in_progress', 'completed', 'reviewed'];

/** Work is never reviewed by its author. */
const reviewerOf = ({ leader, manager }: DemoStaff, who: string): string =>
  who === leader ? manager : leader;

const change = (actor: string, id: ItemId, from: ItemStatus, to: ItemStatus): DemoIntent => ({
  actor,
  intent: { kind: 'change_status', id, from, to },
});

function walk(id: ItemId, way: Way, target: ItemStatus, actorOf: (to: ItemStatus) => string): DemoIntent[] {
  return way.slice(0, way.indexOf(target)).flatMap((from, step) => {
    const to = way[step + 1];
    return to === undefined ? [] : [change(actorOf(to), id, from, to)];
  });
}

/** Acts that bring work to a status: notes are written once it is completed, or while it is in progress. */
function workActs(
  id: ItemId,
  target: ItemStatus,
  { who, reviewer }: { readonly who: string; readonly reviewer: string },
  isBegun: boolean,
  notes: readonly DemoIntent[],
): DemoIntent[] {
  if (target === 'new' || target === 'assigned') return [];
  const begun = isBegun ? [] : [change(who, id, 'assigned', 'in_progress')];
  if (target === 'in_progress') return [...begun, ...notes];
  const completed = [...begun, change(who, id, 'in_progress', 'completed'), ...notes];
  return target === 'reviewed' ? [...completed, change(reviewer, id, 'completed', 'reviewed')] : completed;
}

/** Id of an item of a demo plan, from the audit's name and its path: `type name` of each level. */
export const demoItemId = (path: string): ItemId => itemId.parse(demoId(path));

/** The plan as acts: items are created, assigned, and then worked on from the leaves up. */
export function actsOf(
  audit: string,
  items: readonly DemoItem[],
  worksheets: DemoWorksheets = {},
  { staff = DEPARTMENT, parent: root = null }: ActsOptions = {},
): DemoAct[] {
  const { leader, manager } = staff;
  const laying: DemoAct[] = [];
  const sharing: DemoAct[] = [];
  const working: DemoAct[] = [];
  const add = (list: readonly DemoItem[], parent: ItemId | null, path: string): void => {
    for (const item of list) {
      const here = `${path}/${item.type} ${item.name}`;
      const id = demoItemId(here);
      const { type, name, code = null, risk, by = leader, who = leader, status, treatment, plan } = item;
      const sheet = worksheets[code ?? name] ?? {};
      const filled = { id, type, path: here, who };
      const born = { kind: 'create_item', id, type, parent, name, code } as const;
      laying.push({ actor: by, intent: { ...born, ...(risk && { risk }) } });
      if (item.who !== undefined) sharing.push(assign(leader, id, item.who));
      if (sheet.hours !== undefined) sharing.push(planHours(id, sheet.hours, leader));

      working.push(...fillActs(filled, sheet));
      add(item.items ?? [], id, here);
      const reviewer = reviewerOf(staff, who);
      const notes = noteActs(filled, sheet.notes ?? [], reviewer);
      if (type === 'finding' && status)
        working.push(...walk(id, FINDING, status, (to) => (to === 'reviewed' ? manager : leader)));
      else if (status) working.push(...workActs(id, status, { who, reviewer }, hasContent(sheet), notes));
      if (treatment !== undefined) working.push(...treat(staff, id, here, treatment, plan, worksheets));
    }
  };
  add(items, root, audit);
  return [...laying, ...sharing, ...working];
}

const assign = (actor: string, id: ItemId, who: string): DemoIntent => ({
  actor,
  intent: { kind: 'assign_item', id, assignee: demoUserId(who) },
});

function treat(
  staff: DemoStaff,
  finding: ItemId,
  path: string,
  treatment: FindingTreatment,
  plan: DemoItem['plan'],
  worksheets: DemoWorksheets,
): DemoAct[] {
  const { leader } = staff;
  const acts: DemoAct[] = [
    { actor: leader, intent: { kind: 'choose_finding_treatment', id: finding, treatment } },
  ];
  if (!plan) return acts;
  const id = actionPlanIdOf(finding);
  // In the demo, action plans are numbered across the account's audits.
  acts.push({ actor: leader, intent: { kind: 'recode_item', id, code: plan.code } });
  const isEvaluated = plan.status === 'evaluated';
  if (isEvaluated)
    acts.push({ actor: leader, intent: { kind: 'choose_plan_treatment', id, treatment: 'evaluate' } });
  if (plan.who !== undefined) acts.push(assign(leader, id, plan.who));
  const filled = { id, type: 'action_plan', path: `${path}/plan`, who: leader } as const;
  acts.push(...fillActs(filled, worksheets[plan.code] ?? {}));
  if (plan.who === undefined) return acts;
  acts.push(...walk(id, ACTION_PLAN, isEvaluated ? 'implemented' : plan.status, () => leader));
  if (isEvaluated) {
    acts.push(...evaluate(staff, finding, path, worksheets[evaluationOf(plan.code)] ?? {}));
    acts.push(change(leader, id, 'implemented', 'evaluated'));
  }
  return acts;
}

/** Key of the worksheet of a plan's evaluation, which has no code of its own. */
export const evaluationOf = (planCode: string): string => `evaluation of ${planCode}`;

/** The auditor's conclusion on an implemented plan, reviewed by the manager. */
function evaluate(
  { leader, manager }: DemoStaff,
  finding: ItemId,
  path: string,
  sheet: DemoWorksheet,
): DemoAct[] {
  const id = evaluationIdOf(finding);
  return [
    ...fillActs({ id, type: 'evaluation', path: `${path}/evaluation`, who: leader }, sheet),
    ...walk(id, EVALUATION, 'reviewed', (to) => (to === 'reviewed' ? manager : leader)),
  ];
}
