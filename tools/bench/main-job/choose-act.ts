import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus, KernelIntent, TreeRecord } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import type { ScreenSign } from '../browser/watch-paint.ts';

/** One change that a person makes in a plan, and how to tell that somebody sees it. */
export interface Act {
  readonly intent: KernelIntent;
  readonly item: ItemId;
  shows(record: TreeRecord): boolean;
  /** The same on a screen in Spanish. */
  readonly sign: ScreenSign;
}

export interface ActSource {
  readonly view: AuditView;
  /** Items to work on, in the order of display. */
  readonly items: readonly ItemId[];
  /** Who may be assigned, with the full name that screens tell. */
  readonly people: readonly { readonly id: UserId; readonly name: string }[];
  readonly random: () => number;
}

type Choose = (source: ActSource, number: number) => Act | null;

/** What people do most in a plan, as often as they do it here. */
const MIX: readonly Choose[] = [rename, changeStatus, rename, assign, recode, move];

/** The act of this turn: each kind in its turn, on an item at random. Throws when no item allows it. */
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
  // A control test is completed only with its sample and results, which this bench does not fill in.
  if (node.type === 'control_test' && to === 'completed') return null;
  return {
    intent: { kind: 'change_status', id: node.id, from, to },
    item: node.id,
    shows: (record) => record.status === to,
    sign: { item: node.id, text: auditsContractsTranslations.es.status[to] },
  };
}

/** Past the next step of the same parent, as one key does. */
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
