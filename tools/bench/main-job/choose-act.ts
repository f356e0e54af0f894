import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus, KernelIntent, TreeRecord } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import type { ScreenSign } from '../browser/watch-paint.ts';

/** One change of a plan, and how to recognise that it is visible. */
export interface Act {
  readonly intent: KernelIntent;
  readonly item: ItemId;
  shows(record: TreeRecord): boolean;
  /** Evidence of the change on a screen in Spanish. */
  readonly sign: ScreenSign;
}

export interface ActSource {
  readonly view: AuditView;
  /** Items to change, in display order. */
  readonly items: readonly ItemId[];
  /** Users who can be assigned, with the full name shown on screens. */
  readonly people: readonly { readonly id: UserId; readonly name: string }[];
  readonly random: () => number;
}

type Choose = (source: ActSource, number: number) => Act | null;

/** The most frequent actions in a plan, in their proportions. */
const MIX: readonly Choose[] = [rename, changeStatus, rename, assign, recode, move];

/** The act of this turn: the kinds in turn, on a random item. Throws when no item allows it. */
export function chooseAct(source: ActSource, number: number): Act {
  const choose = MIX[number % MIX.length] ?? rename;
  for (let attempt = 0; attempt < 200; attempt++) {
    const act = choose(source, number);
    if (act) return act;
  }
  throw new Error(`no item for ${choose.name}`);
}

function anyItem({ view, items, random }: ActSource): TreeNode | null {
  const id = items[Math.floor(random() * items.length)];
  return (id !== undefined && view.get(id)) || null;
}

function rename(source: ActSource, number: number): Act | null {
  const node = anyItem(source);
  if (!node) return null;
  const name = `${node.name.split(' · ')[0] ?? ''} · ${number}`;
  return {
    intent: { kind: 'rename_item', id: node.id, name },
    item: node.id,
    shows: (record) => record.name === name,
    sign: { item: node.id, text: name },
  };
}

function recode(source: ActSource, number: number): Act | null {
  const node = anyItem(source);
  if (!node) return null;
  const code = `X-${String(number).padStart(4, '0')}`;
  return {
    intent: { kind: 'recode_item', id: node.id, code },
    item: node.id,
    shows: (record) => record.code === code,
    sign: { item: node.id, text: code },
  };
}

function assign(source: ActSource): Act | null {
  const node = anyItem(source);
  if (!node || node.status === null) return null;
  const next = source.people.find(({ id }) => id !== node.assignee);
  if (!next) return null;
  return {
    intent: { kind: 'assign_item', id: node.id, assignee: next.id },
    item: node.id,
    shows: (record) => record.assignee === next.id,
    sign: { item: node.id, text: next.name },
  };
}

const NEXT: Readonly<Partial<Record<ItemStatus, ItemStatus>>> = {
  new: 'in_progress',
  assigned: 'in_progress',
  in_progress: 'completed',
  completed: 'in_progress',
};

function changeStatus(source: ActSource): Act | null {
  const node = anyItem(source);
  const from = node?.status;
  const to = from && NEXT[from];
  if (!node || !from || !to) return null;
  // Completing a control test requires its sample and results, which this bench does not fill in.
  if (node.type === 'control_test' && to === 'completed') return null;
  return {
    intent: { kind: 'change_status', id: node.id, from, to },
    item: node.id,
    shows: (record) => record.status === to,
    sign: { item: node.id, text: auditsContractsTranslations.es.status[to] },
  };
}

/** Moves past the next step of the same parent, like one key press. */
function move(source: ActSource): Act | null {
  const { view, items } = source;
  const node = anyItem(source);
  if (node?.type !== 'step') return null;
  const [parent, position] = node.place;
  const siblings = displayOrder(view, parent);
  const after = siblings[siblings.indexOf(node.id) + 1];
  if (after === undefined || !items.includes(after) || view.get(after)?.type !== 'step') return null;
  return {
    intent: { kind: 'move_item', id: node.id, parent, after },
    item: node.id,
    shows: (record) => record.place[1] !== position,
    sign: { item: node.id, below: after },
  };
}
