import { itemStatus, itemType, type AuditId, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { copiesOf } from '../copy-item.ts';
import type { AuditModel, AuditView, TreeNode } from '../model.ts';
import { statusesAfter } from '../statuses.ts';
import { allowedChildren, canContain } from '../structure.ts';
import { alive } from '../tree.ts';
import type { Choice, Deed } from './schedule.ts';
import type { Intent } from './simulated-client.ts';
import { userOf } from './simulated-people.ts';

/** Who chooses: how intents are put in this release, and where new ids come from. */
export interface Chooser {
  readonly model: AuditModel;
  readonly newId: () => ItemId;
  readonly hostile: boolean;
}

const OTHER_AUDIT = '00000005-0000-4000-8000-000000000002' as AuditId;
const GROUPS: readonly (ItemType | undefined)[] = ['reference', 'link'];

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** Every item of a view, in an order that does not depend on how it came there. */
export function allNodes(view: AuditView): TreeNode[] {
  const nodes: TreeNode[] = [];
  const waiting: (ItemId | null)[] = [null];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const id of view.childrenOf(at)) {
      const node = view.get(id);
      if (!node) continue;
      nodes.push(node);
      waiting.push(id);
    }
  return nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What a choice is made among. */
class Options {
  readonly everything: readonly TreeNode[];
  readonly nodes: readonly TreeNode[];
  readonly node: TreeNode | undefined;

  constructor(
    readonly view: AuditView,
    readonly choice: Choice,
    readonly chooser: Chooser,
  ) {
    this.everything = allNodes(view);
    this.nodes = chooser.hostile ? this.everything : this.everything.filter((node) => alive(view, node.id));
    this.node = pick(this.nodes, choice.a);
  }

  ofType(...types: readonly ItemType[]): TreeNode | undefined {
    const { hostile } = this.chooser;
    return pick(
      this.nodes.filter((node) => types.includes(node.type) || (hostile && this.choice.d % 4 === 0)),
      this.choice.a,
    );
  }

  deleted(): TreeNode | undefined {
    return pick(
      this.everything.filter(({ deleted }) => deleted !== null),
      this.choice.a,
    );
  }

  /** What lives and holds something deleted. */
  aboveDeleted(): TreeNode | undefined {
    const holders = new Set(this.everything.map(({ deleted, place }) => deleted !== null && place[0]));
    return pick(
      this.everything.filter(({ id }) => holders.has(id) && alive(this.view, id)),
      this.choice.a,
    );
  }

  siblingIn(parent: ItemId | null): ItemId | null {
    return pick([null, ...this.view.childrenOf(parent)], this.choice.d) ?? null;
  }

  /** A parent that may hold a type, by hand; undefined when there is none. */
  parentFor(type: ItemType): TreeNode | null | undefined {
    const { hostile } = this.chooser;
    return pick(
      [null, ...this.nodes].filter(
        (each) => hostile || canContain(this.view.recordType, each?.type ?? null, type),
      ),
      this.choice.b,
    );
  }
}

type Make = (options: Options) => Intent | undefined;

function create(
  { view, nodes, choice: { a, b, d } }: Options,
  { hostile, newId }: Chooser,
): Intent | undefined {
  const parent = pick([null, ...nodes], b) ?? null;
  const types = hostile ? itemType.options : allowedChildren(view.recordType, parent?.type ?? null);
  const type = pick(
    types.filter((each) => hostile || !GROUPS.includes(each)),
    d,
  );
  const under = parent?.id ?? null;
  const after = pick([null, ...view.childrenOf(under)], d) ?? null;
  return type && { kind: 'create_item', id: newId(), type, parent: under, after, name: `N${a}` };
}

const move: Make = (options) => {
  const { node } = options;
  const parent = node && options.parentFor(node.type);
  if (parent === undefined || !node) return undefined;
  const under = parent?.id ?? null;
  return { kind: 'move_item', id: node.id, parent: under, after: options.siblingIn(under) };
};

const copy: Make = (options) => {
  const { view, node, choice, chooser } = options;
  const parent = node && options.parentFor(node.type === 'control' ? 'reference' : node.type);
  if (!node || parent === undefined) return undefined;
  const pairs = copiesOf(view, node.id, chooser.newId);
  const copies =
    chooser.hostile && choice.d % 3 === 0
      ? options.nodes.slice(0, 5).map(({ id }): [ItemId, ItemId] => [id, chooser.newId()])
      : pairs;
  const under = parent?.id ?? null;
  return {
    kind: 'copy_item',
    id: copies[0]?.[1] ?? chooser.newId(),
    source: node.id,
    parent: under,
    copies,
    after: options.siblingIn(under),
    ...(choice.d % 2 === 0 ? { name: `Copia ${choice.a}` } : {}),
  };
};

const share: Make = (options) => {
  const { choice, chooser } = options;
  const control = options.ofType('control');
  const parent = options.parentFor('reference');
  if (!control || parent === undefined) return undefined;
  const item = chooser.hostile && choice.d % 5 === 0 ? chooser.newId() : control.id;
  return {
    kind: 'create_item',
    id: chooser.newId(),
    type: 'reference',
    parent: parent?.id ?? null,
    name: control.name,
    target: { audit: null, item },
  };
};

const link: Make = (options) => {
  const { newId } = options.chooser;
  const parent = options.parentFor('link');
  return parent === undefined
    ? undefined
    : {
        kind: 'create_item',
        id: newId(),
        type: 'link',
        parent: parent?.id ?? null,
        name: 'Control de otra auditoría',
        target: { audit: OTHER_AUDIT, item: newId() },
      };
};

const treat =
  (kind: string, type: ItemType, treatment: string): Make =>
  (options) => {
    const chosen = options.ofType(type);
    return chosen && { kind, id: chosen.id, treatment: options.choice.d % 2 === 0 ? treatment : 'none' };
  };

const mark: Make = ({ node, choice: { d }, chooser: { model } }) =>
  node &&
  (model.intents.newest('mark_item') === 1
    ? { kind: 'mark_item', id: node.id, note: `${d}` }
    : { kind: 'mark_item', id: node.id, notes: [`${d}`, `${d + 1}`] });

/** Two to four parts of any kind; of a hostile person also what may be no part. */
const batch: Make = ({ view, choice, chooser }) => {
  const { a, b, d } = choice;
  const deeds: readonly Deed[] = [
    'create_item',
    'move_item',
    'rename_item',
    'assign_item',
    'delete_item',
    'schedule_item',
    'copy_item',
    'share_control',
    'restore_item',
    'recode_item',
  ];
  const parts = Array.from({ length: 2 + (d % 3) }, (_, index) => {
    const deed = chooser.hostile && a % 7 === index ? 'compact_document' : pick(deeds, a + 3 * index + d);
    return deed && chooseIntent(view, { deed, a: a + 5 * index, b: b + index, d: d + 7 * index }, chooser);
  });
  return asBatch(chooser.model, parts);
};

/** As lines are pasted: items under one another, each named after the one before was made. */
const paste: Make = (options) => {
  const first = create(options, { ...options.chooser, hostile: false });
  if (!first) return undefined;
  const { newId, model } = options.chooser;
  const second = { ...first, id: newId(), after: first['id'], name: `${String(first['name'])} bis` };
  const named = { kind: 'rename_item', id: second.id, name: `N${options.choice.d}` };
  return asBatch(model, [first, second, named]);
};

function asBatch(model: AuditModel, intents: readonly (Intent | undefined)[]): Intent | undefined {
  const parts = intents.flatMap((intent) => {
    const schema = intent && model.intents.reads[intent.kind];
    return schema === undefined ? [] : [{ schema, intent }];
  });
  return parts.length > 0 ? { kind: 'batch', parts } : undefined;
}

const day = (number: number): string | null =>
  number % 5 === 0 ? null : `2026-0${1 + (number % 9)}-1${number % 7}`;

const MAKE: Readonly<Record<Deed, Make>> = {
  create_item: (options) => create(options, options.chooser),
  move_item: move,
  copy_item: copy,
  share_control: share,
  create_link: link,
  mark_item: mark,
  batch,
  paste,
  choose_finding_treatment: treat('choose_finding_treatment', 'finding', 'action_plan'),
  choose_plan_treatment: treat('choose_plan_treatment', 'action_plan', 'evaluate'),
  rename_item: ({ node, choice: { d } }) => node && { kind: 'rename_item', id: node.id, name: `R${d % 50}` },
  recode_item: ({ node, choice: { d } }) =>
    node && { kind: 'recode_item', id: node.id, code: d % 5 === 0 ? null : `R-${d % 40}` },
  assign_item: ({ node, choice: { d } }) =>
    node && { kind: 'assign_item', id: node.id, assignee: d % 4 === 0 ? null : userOf(d % 5) },
  change_status: ({ node, nodes, choice: { a, b, d }, chooser: { hostile } }) => {
    const walked = nodes.filter(({ cameFrom }) => cameFrom !== undefined);
    const signed = walked.filter(({ status }) => status === 'reviewed' || status === 'review_note');
    const back = pick(b % 2 === 0 && signed.length > 0 ? signed : walked, a);
    const before = back?.cameFrom?.statuses.at(-1);
    if (back && before && d % 3 === 2)
      return { kind: 'change_status', id: back.id, from: back.status, to: before, takeBack: true };
    const completed = pick(
      nodes.filter(({ status }) => status === 'completed'),
      a,
    );
    const chosen = b % 2 === 0 ? (completed ?? node) : node;
    const to = chosen && pick(hostile ? itemStatus.options : statusesAfter(chosen), d);
    return to && { kind: 'change_status', id: chosen.id, from: chosen.status, to };
  },
  schedule_item: ({ node, choice: { b, d } }) =>
    node && { kind: 'schedule_item', id: node.id, startDate: day(b), endDate: day(d) },
  describe_risk: (options) => {
    const risk = options.ofType('risk');
    const { b, d } = options.choice;
    const about = { general: b % 3 === 0 ? null : `G${b}`, specific: [`E${d}`], factors: [], objectives: [] };
    return risk && { kind: 'describe_risk', id: risk.id, risk: about };
  },
  delete_item: (options) => {
    const { node, choice } = options;
    const shared = pick([undefined, 'here', 'everywhere'], choice.b);
    // Now and then what something deleted lies in.
    const chosen = choice.d % 4 === 1 ? (options.aboveDeleted() ?? node) : node;
    return chosen && choice.d % 4 !== 0
      ? { kind: 'delete_item', id: chosen.id, ...(shared ? { shared } : {}) }
      : undefined;
  },
  restore_item: (options) => {
    const gone = options.deleted();
    return gone && { kind: 'restore_item', id: gone.id, withAncestors: options.choice.b % 3 > 0 };
  },
  // People ask for it in vain.
  compact_document: ({ chooser: { hostile } }) => (hostile ? { kind: 'compact_document' } : undefined),
  purge_item: (options) => {
    const gone = options.chooser.hostile ? options.deleted() : undefined;
    return gone && { kind: 'purge_item', id: gone.id };
  },
  nonsense: ({ chooser: { hostile } }) => (hostile ? { kind: 'nonsense', id: 'x' } : undefined),
};

/**
 * Turns a choice into an intent that makes sense in a view; a hostile one takes any item, deleted or not,
 * any type and any status.
 */
export function chooseIntent(view: AuditView, choice: Choice, chooser: Chooser): Intent | undefined {
  const intent = MAKE[choice.deed](new Options(view, choice, chooser));
  if (!intent) return undefined;
  // A hostile browser says where it wants to be to the letter; nobody must heed it.
  if (chooser.hostile) return { ...intent, position: `a${choice.d % 3}` };
  // A release knows only its own.
  return chooser.model.intents.reads[intent.kind] === undefined ? undefined : intent;
}
