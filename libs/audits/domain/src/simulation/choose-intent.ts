import type { UserId } from '@cotejo/access-contracts';
import { itemStatus, itemType, type AuditId, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { copiesOf } from '../copy/copy-item.ts';
import type { AuditModel, AuditView, TreeNode } from '../model/model.ts';
import { hasMarked } from '../signatures/signatures.ts';
import { statusesAfter } from '../status/statuses.ts';
import { allowedChildren, canContain } from '../items/structure.ts';
import { alive } from '../model/tree.ts';
import type { Choice, Deed } from './schedule.ts';
import type { Intent } from './simulated-client.ts';
import { userOf } from './simulated-people.ts';

/**
 * Context of a choice: the user, the release in whose form intents are written, and the source of new ids.
 */
export interface Chooser {
  readonly user: UserId;
  readonly model: AuditModel;
  readonly newId: () => ItemId;
  readonly hostile: boolean;
}

const OTHER_AUDIT = '00000005-0000-4000-8000-000000000002' as AuditId;
const GROUPS: readonly (ItemType | undefined)[] = ['reference', 'link'];

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** All items of a view, in an order independent of its history. */
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

/** Candidates from which a choice picks. */
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

  /** A deleted item; in half of the cases one below another deleted item, if there is one. */
  deleted(): TreeNode | undefined {
    const gone = this.everything.filter(({ deleted }) => deleted !== null);
    const buried = gone.filter(({ place }) => !alive(this.view, place[0]));
    return pick(this.choice.b % 2 === 0 && buried.length > 0 ? buried : gone, this.choice.a);
  }

  /** A living item with a deleted child. */
  aboveDeleted(): TreeNode | undefined {
    const holders = new Set(this.everything.map(({ deleted, place }) => deleted !== null && place[0]));
    return pick(
      this.everything.filter(({ id }) => holders.has(id) && alive(this.view, id)),
      this.choice.a,
    );
  }

  /** The parent of a control that is referenced elsewhere. */
  aboveShared(): TreeNode | undefined {
    const holders = new Set(
      this.nodes.map(({ id, place }) => this.view.referencesTo(id).length > 0 && place[0]),
    );
    return pick(
      this.nodes.filter(({ id }) => holders.has(id)),
      this.choice.a,
    );
  }

  /** Usually an item on which the user may act; for a hostile user any item. */
  own(nodes: readonly TreeNode[], isOwn: (node: TreeNode) => boolean): TreeNode | undefined {
    const isAny = this.chooser.hostile || this.choice.b % 5 === 4;
    return pick(isAny ? nodes : nodes.filter(isOwn), this.choice.a);
  }

  siblingIn(parent: ItemId | null): ItemId | null {
    return pick([null, ...this.view.childrenOf(parent)], this.choice.d) ?? null;
  }

  /** A parent that may contain a type; undefined when there is none. */
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
  const item = chooser.hostile && choice.d % 3 === 0 ? chooser.newId() : control.id;
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

/**
 * A batch of two to four parts of any kind; a hostile user may include kinds that are not allowed in batches.
 */
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

/** Simulates pasted lines: one batch creates two sibling items and renames the second. */
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

/** Types whose worksheet values are filled in. */
const WORKED: readonly ItemType[] = ['risk', 'control', 'step', 'control_test', 'finding', 'evaluation'];
const GRADES = [1, 3, 5, null];

/** One or two values of a worksheet, derived from a number; sometimes null. */
function valuesOf(type: ItemType, number: number): Record<string, unknown> {
  const grade = pick(GRADES, number) ?? null;
  const isTrue = number % 2 === 0;
  switch (type) {
    case 'risk':
      return isTrue ? { probability: grade } : { probability: grade, impact: 3 };
    case 'control':
      return isTrue ? { 'design.segregation.value': grade } : { isKey: number % 3 === 0, frequency: '12' };
    case 'control_test':
      return { execution: grade };
    case 'finding':
      return { impact: grade };
    case 'evaluation':
      return { evaluationDate: isTrue ? '2026-05-04' : null };
    default:
      return { 'instruction.00000009-0000-4000-8000-000000000001.option': isTrue ? 'conforms' : null };
  }
}

/** A forward change of status, or one that the user takes back; reviews are preferred. */
const changeStatus: Make = (options) => {
  const { node, nodes, choice, chooser } = options;
  const { b, d } = choice;
  const { hostile, user } = chooser;
  const walked = nodes.filter(({ cameFrom }) => cameFrom !== undefined);
  const signed = walked.filter(({ status }) => status === 'reviewed' || status === 'review_note');
  const isOwnWay = ({ cameFrom }: TreeNode) => cameFrom?.by === user;
  const back = (b % 2 === 0 ? options.own(signed, isOwnWay) : undefined) ?? options.own(walked, isOwnWay);
  const before = back?.cameFrom?.statuses.at(-1);
  if (back && before && d % 3 === 2)
    return { kind: 'change_status', id: back.id, from: back.status, to: before, takeBack: true };
  const completed = nodes.filter(({ status }) => status === 'completed');
  const chosen =
    (b % 2 === 0 ? options.own(completed, (one) => one.completedBy !== user) : undefined) ?? node;
  const to = chosen && pick(hostile ? itemStatus.options : statusesAfter(chosen), d);
  return to && { kind: 'change_status', id: chosen.id, from: chosen.status, to };
};

const sign: Make = (options) => {
  const { node, nodes, choice, chooser } = options;
  const { b, d } = choice;
  const mark = d % 3 === 0 ? 'reviewed' : 'completed';
  const isReady = ({ status, completedBy }: TreeNode) =>
    mark === 'reviewed'
      ? completedBy !== null && (chooser.hostile || b % 5 === 4 || completedBy !== chooser.user)
      : status === 'in_progress' || status === 'completed';
  const chosen = (b % 4 === 0 ? undefined : pick(nodes.filter(isReady), choice.a)) ?? node;
  return chosen && { kind: 'sign_item', id: chosen.id, mark, textsAt: null };
};

const withdraw: Make = (options) => {
  const { node, nodes, choice, chooser } = options;
  const mark = choice.d % 3 === 0 ? 'reviewed' : 'completed';
  const marked = nodes.filter(({ signatures }) => signatures?.some((one) => one.mark === mark));
  const chosen = options.own(marked, (one) => hasMarked(one, mark, chooser.user)) ?? node;
  return chosen && { kind: 'withdraw_signature', id: chosen.id, mark };
};

/** Sometimes deletes the parent of a deleted item, or the parent of a shared control. */
const remove: Make = (options) => {
  const { node, choice } = options;
  const shared = pick([undefined, 'here', 'everywhere'], choice.b);
  const turn = choice.d % 4;
  if (turn === 0) return undefined;
  const chosen =
    (turn === 1 ? options.aboveDeleted() : turn === 3 ? options.aboveShared() : undefined) ?? node;
  return chosen && { kind: 'delete_item', id: chosen.id, ...(shared ? { shared } : {}) };
};

/** Occasionally an unknown key or an invalid value. */
function wrongValues(values: Record<string, unknown>, number: number): Record<string, unknown> {
  if (number % 4 === 0) return { constructor: 1 };
  return number % 4 === 1 ? Object.fromEntries(Object.keys(values).map((key) => [key, -9])) : {};
}

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
  recode_item: ({ node, nodes, choice: { a, b, d }, chooser: { hostile } }) => {
    const library = nodes.filter(({ origin }) => origin !== undefined);
    const chosen = (hostile && b % 2 === 0 ? pick(library, a) : undefined) ?? node;
    return chosen && { kind: 'recode_item', id: chosen.id, code: d % 5 === 0 ? null : `R-${d % 40}` };
  },
  assign_item: (options) => {
    const { b, d } = options.choice;
    const chosen = (b % 2 === 0 ? options.ofType('finding') : undefined) ?? options.node;
    return chosen && { kind: 'assign_item', id: chosen.id, assignee: d % 4 === 0 ? null : userOf(d % 5) };
  },
  change_status: changeStatus,
  schedule_item: ({ node, choice: { b, d } }) =>
    node && { kind: 'schedule_item', id: node.id, startDate: day(b), endDate: day(d) },
  describe_risk: (options) => {
    const risk = options.ofType('risk');
    const { b, d } = options.choice;
    const about = { general: b % 3 === 0 ? null : `G${b}`, specific: [`E${d}`], factors: [], objectives: [] };
    return risk && { kind: 'describe_risk', id: risk.id, risk: about };
  },
  set_values: (options) => {
    const { b, d } = options.choice;
    const { hostile } = options.chooser;
    const worked = pick(WORKED, b) ?? 'risk';
    const shared = hostile && b % 2 === 0 ? options.ofType('reference', 'link') : undefined;
    const chosen = shared ?? options.ofType(worked);
    const values = d % 7 === 0 ? { budgetedMinutes: 60 * (d % 9) } : valuesOf(chosen?.type ?? worked, d);
    const wrong = hostile ? wrongValues(values, d) : {};
    const copied = hostile && d % 3 === 0 ? { copied: true } : {};
    return chosen && { kind: 'set_values', id: chosen.id, values: { ...values, ...wrong }, ...copied };
  },
  sign_item: sign,
  withdraw_signature: withdraw,
  delete_item: remove,
  restore_item: (options) => {
    const gone = options.deleted();
    return gone && { kind: 'restore_item', id: gone.id, withAncestors: options.choice.b % 3 > 0 };
  },
  // Users may not; the rules must refuse it.
  compact_document: ({ chooser: { hostile } }) => (hostile ? { kind: 'compact_document' } : undefined),
  purge_item: (options) => {
    const gone = options.chooser.hostile ? options.deleted() : undefined;
    return gone && { kind: 'purge_item', id: gone.id };
  },
  nonsense: ({ chooser: { hostile } }) => (hostile ? { kind: 'nonsense', id: 'x' } : undefined),
};

/**
 * Turns a choice into an intent that is plausible in a view; a hostile one uses any item, deleted or not, any
 * type and any status.
 */
export function chooseIntent(view: AuditView, choice: Choice, chooser: Chooser): Intent | undefined {
  const intent = MAKE[choice.deed](new Options(view, choice, chooser));
  if (!intent) return undefined;
  // Hostile intents with a position are refused while parsing; the others reach the rules.
  if (chooser.hostile && (choice.a + choice.d) % 4 === 0) return { ...intent, position: `a${choice.d % 3}` };
  // A release sends only intents that it knows.
  return chooser.model.intents.reads[intent.kind] === undefined ? undefined : intent;
}
