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

/** An item of a demo plan as it stands on the load day; how it came to stand so is worked out. */
export interface DemoItem {
  readonly type: ItemType;
  readonly name: string;
  readonly code?: string;
  /** User name of whoever is responsible. */
  readonly who?: string;
  readonly status?: ItemStatus;
  readonly treatment?: FindingTreatment;
  readonly plan?: { readonly code: string; readonly who?: string; readonly status: ItemStatus };
  /** What a risk of an evaluation or library is about. */
  readonly risk?: RiskProfile;
  /** User name of whoever adds it; the leader, unless it is said. */
  readonly by?: string;
  readonly items?: readonly DemoItem[];
}

/** What worksheets of a plan say, by the code of the item, or its name where it has none. */
export type DemoWorksheets = Readonly<Record<string, DemoWorksheet>>;

const LEADER = 'andres.murcia';
const MANAGER = 'claudia.restrepo';

type Way = readonly ItemStatus[];

/** The way to a status, from the one that an item has once it is assigned and filled. */
const FINDING: Way = ['new', 'not_discussed', 'completed', 'reviewed'];
const ACTION_PLAN: Way = ['assigned', 'accepted', 'approved', 'in_progress', 'implemented', 'evaluated'];
/** Writing it begins it. */
const EVALUATION: Way = ['in_progress', 'completed', 'reviewed'];

/** Work is reviewed by somebody else than who did it. */
const reviewerOf = (who: string): string => (who === LEADER ? MANAGER : LEADER);

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

/** How work comes to a status: notes are written once it is completed, or while it goes on. */
function workActs(
  id: ItemId,
  target: ItemStatus,
  who: string,
  isBegun: boolean,
  notes: readonly DemoIntent[],
): DemoIntent[] {
  if (target === 'new' || target === 'assigned') return [];
  const begun = isBegun ? [] : [change(who, id, 'assigned', 'in_progress')];
  if (target === 'in_progress') return [...begun, ...notes];
  const completed = [...begun, change(who, id, 'in_progress', 'completed'), ...notes];
  return target === 'reviewed'
    ? [...completed, change(reviewerOf(who), id, 'completed', 'reviewed')]
    : completed;
}

/** Id of an item of a demo plan, by the name of its audit and the path to it: `type name` of each. */
export const demoItemId = (path: string): ItemId => itemId.parse(demoId(path));

/** The plan as acts: it is laid out, shared out among its people, and then worked on from the branches up. */
export function actsOf(
  audit: string,
  items: readonly DemoItem[],
  worksheets: DemoWorksheets = {},
): DemoAct[] {
  const laying: DemoAct[] = [];
  const sharing: DemoAct[] = [];
  const working: DemoAct[] = [];
  const add = (list: readonly DemoItem[], parent: ItemId | null, path: string): void => {
    for (const item of list) {
      const here = `${path}/${item.type} ${item.name}`;
      const id = demoItemId(here);
      const { type, name, code = null, risk, by = LEADER, who = LEADER, status, treatment, plan } = item;
      const sheet = worksheets[code ?? name] ?? {};
      const filled = { id, type, path: here, who };
      const born = { kind: 'create_item', id, type, parent, name, code } as const;
      laying.push({ actor: by, intent: { ...born, ...(risk && { risk }) } });
      if (item.who !== undefined) sharing.push(assign(id, item.who));
      if (sheet.hours !== undefined) sharing.push(planHours(id, sheet.hours, LEADER));

      working.push(...fillActs(filled, sheet));
      add(item.items ?? [], id, here);
      const notes = noteActs(filled, sheet.notes ?? [], reviewerOf(who));
      if (type === 'finding' && status)
        working.push(...walk(id, FINDING, status, (to) => (to === 'reviewed' ? MANAGER : LEADER)));
      else if (status) working.push(...workActs(id, status, who, hasContent(sheet), notes));
      if (treatment !== undefined) working.push(...treat(id, here, treatment, plan, worksheets));
    }
  };
  add(items, null, audit);
  return [...laying, ...sharing, ...working];
}

const assign = (id: ItemId, who: string): DemoIntent => ({
  actor: LEADER,
  intent: { kind: 'assign_item', id, assignee: demoUserId(who) },
});

function treat(
  finding: ItemId,
  path: string,
  treatment: FindingTreatment,
  plan: DemoItem['plan'],
  worksheets: DemoWorksheets,
): DemoAct[] {
  const acts: DemoAct[] = [
    { actor: LEADER, intent: { kind: 'choose_finding_treatment', id: finding, treatment } },
  ];
  if (!plan) return acts;
  const id = actionPlanIdOf(finding);
  // Plans are numbered across the account's audits here, not within one.
  acts.push({ actor: LEADER, intent: { kind: 'recode_item', id, code: plan.code } });
  const isEvaluated = plan.status === 'evaluated';
  if (isEvaluated)
    acts.push({ actor: LEADER, intent: { kind: 'choose_plan_treatment', id, treatment: 'evaluate' } });
  if (plan.who !== undefined) acts.push(assign(id, plan.who));
  const filled = { id, type: 'action_plan', path: `${path}/plan`, who: LEADER } as const;
  acts.push(...fillActs(filled, worksheets[plan.code] ?? {}));
  if (plan.who === undefined) return acts;
  acts.push(...walk(id, ACTION_PLAN, isEvaluated ? 'implemented' : plan.status, () => LEADER));
  if (isEvaluated) {
    acts.push(...evaluate(finding, path, worksheets[evaluationOf(plan.code)] ?? {}));
    acts.push(change(LEADER, id, 'implemented', 'evaluated'));
  }
  return acts;
}

/** What the worksheet of a plan's evaluation goes by: it has no code of its own. */
export const evaluationOf = (planCode: string): string => `evaluation of ${planCode}`;

/** What the auditor concludes on a plan that was carried out, reviewed by the manager. */
function evaluate(finding: ItemId, path: string, sheet: DemoWorksheet): DemoAct[] {
  const id = evaluationIdOf(finding);
  return [
    ...fillActs({ id, type: 'evaluation', path: `${path}/evaluation`, who: LEADER }, sheet),
    ...walk(id, EVALUATION, 'reviewed', (to) => (to === 'reviewed' ? MANAGER : LEADER)),
  ];
}
