import {
  actionPlanIdOf,
  itemId,
  type FindingTreatment,
  type ItemId,
  type ItemStatus,
  type ItemType,
  type KernelIntent,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import { noteId, type NoteIntent } from '@cotejo/worksheets-contracts';
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
  /** What the reviewer asks for, of work that has a review note. */
  readonly note?: string;
  readonly treatment?: FindingTreatment;
  readonly plan?: { readonly code: string; readonly who?: string; readonly status: ItemStatus };
  /** What a risk of an evaluation or library is about. */
  readonly risk?: RiskProfile;
  /** User name of whoever adds it; the leader, unless it is said. */
  readonly by?: string;
  readonly items?: readonly DemoItem[];
}

/** One intent in somebody's name. */
export interface DemoAct {
  readonly actor: string;
  readonly intent: KernelIntent | NoteIntent;
}

const LEADER = 'andres.murcia';
const MANAGER = 'claudia.restrepo';

/** The way that a status is reached, from what an item is after its assignment. */
const WAYS: Readonly<Record<'work' | 'finding' | 'action_plan', readonly (readonly ItemStatus[])[]>> = {
  work: [
    ['assigned', 'in_progress', 'completed', 'reviewed'],
    // The note itself brings the last step about.
    ['assigned', 'in_progress', 'completed', 'review_note'],
  ],
  finding: [['new', 'not_discussed', 'completed', 'reviewed']],
  action_plan: [['assigned', 'accepted', 'approved', 'in_progress', 'implemented', 'evaluated']],
};

/** Whoever marks a step of the way: work is done by the responsible and reviewed by somebody else. */
function actorOf(to: ItemStatus, kind: keyof typeof WAYS, who: string): string {
  if (kind === 'finding') return to === 'reviewed' ? MANAGER : LEADER;
  if (kind === 'action_plan') return LEADER;
  if (to !== 'reviewed' && to !== 'review_note') return who;
  return who === LEADER ? MANAGER : LEADER;
}

function walk(id: ItemId, kind: keyof typeof WAYS, target: ItemStatus, who: string): DemoAct[] {
  const way = WAYS[kind].find((each) => each.includes(target)) ?? [];
  return way.slice(0, way.indexOf(target)).flatMap((from, step) => {
    const to = way[step + 1];
    if (to === undefined) return [];
    return [{ actor: actorOf(to, kind, who), intent: { kind: 'change_status', id, from, to } as const }];
  });
}

/** Id of an item of a demo plan, by the name of its audit and the path to it: `type name` of each. */
export const demoItemId = (path: string): ItemId => itemId.parse(demoId(path));

/** The plan as acts: first everything is laid out, then the work goes on, branch after branch. */
export function actsOf(audit: string, items: readonly DemoItem[]): DemoAct[] {
  const laying: DemoAct[] = [];
  const working: DemoAct[] = [];
  const add = (list: readonly DemoItem[], parent: ItemId | null, path: string): void => {
    for (const item of list) {
      const here = `${path}/${item.type} ${item.name}`;
      const id = demoItemId(here);
      const { type, name, code = null, risk, by = LEADER } = item;
      const born = { kind: 'create_item', id, type, parent, name, code } as const;
      laying.push({ actor: by, intent: { ...born, ...(risk && { risk }) } });
      const who = item.who ?? LEADER;
      if (item.who !== undefined) working.push(assign(id, item.who));
      const kind = type === 'finding' ? 'finding' : 'work';
      if (item.status === 'review_note')
        working.push(...walk(id, kind, 'completed', who), noteOn(id, item.note, who));
      else if (item.status !== undefined) working.push(...walk(id, kind, item.status, who));
      if (item.treatment !== undefined) working.push(...treat(id, item.treatment, item.plan));
      add(item.items ?? [], id, here);
    }
  };
  add(items, null, audit);
  return [...laying, ...working];
}

const assign = (id: ItemId, who: string): DemoAct => ({
  actor: LEADER,
  intent: { kind: 'assign_item', id, assignee: demoUserId(who) },
});

function noteOn(id: ItemId, text: string | undefined, who: string): DemoAct {
  if (text === undefined) throw new Error(`demo item ${id} has a review note without words`);
  const note = noteId.parse(demoId(`note on ${id}`));
  return { actor: actorOf('review_note', 'work', who), intent: { kind: 'add_note', id, note, text } };
}

function treat(finding: ItemId, treatment: FindingTreatment, plan: DemoItem['plan']): DemoAct[] {
  const acts: DemoAct[] = [
    { actor: LEADER, intent: { kind: 'choose_finding_treatment', id: finding, treatment } },
  ];
  if (!plan) return acts;
  const id = actionPlanIdOf(finding);
  // Plans are numbered across the account's audits here, not within one.
  acts.push({ actor: LEADER, intent: { kind: 'recode_item', id, code: plan.code } });
  if (plan.status === 'evaluated')
    acts.push({ actor: LEADER, intent: { kind: 'choose_plan_treatment', id, treatment: 'evaluate' } });
  if (plan.who !== undefined)
    acts.push(assign(id, plan.who), ...walk(id, 'action_plan', plan.status, plan.who));
  return acts;
}
