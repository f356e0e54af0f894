import type { JsonValue } from '@cotejo/event-store';
import { canonicalJson } from '@cotejo/event-store/canonical-json';
import type { AuditEvent, ItemId, StoredAuditEvent } from '@cotejo/audits-contracts';
import { AuditOverlay } from '../model/audit-overlay.ts';
import { isCopied } from '../copy/copied-values.ts';
import type { AuditState } from '../model/audit-state.ts';
import type { AuditModel } from '../model/model.ts';
import { livingReferences } from '../shared/references.ts';
import { initialStatus } from '../status/statuses.ts';
import { alive, liveSubtree, subtree } from '../model/tree.ts';
import { canonical, holds } from './canonical.ts';
import { livingIds } from './check-tree.ts';
import { rightsOf } from './simulated-people.ts';
import type { JournalEntry } from './simulated-store.ts';

/** The events committed for one intent. */
export interface Commit {
  readonly entry: JournalEntry;
  readonly events: readonly StoredAuditEvent[];
}

/** Check that runs before the commit is folded; the returned function runs after it. */
type Check = (state: AuditState, commit: Commit, past: readonly StoredAuditEvent[]) => () => void;

const sameJson = (a: unknown, b: unknown): boolean =>
  canonicalJson((a ?? null) as JsonValue) === canonicalJson((b ?? null) as JsonValue);

const DAY_MS = 24 * 60 * 60 * 1_000;
const intentOf = ({ entry }: Commit) => entry.submission.envelope.intent;
const idOf = (commit: Commit): ItemId => intentOf(commit)['id'] as ItemId;

/**
 * A deletion removes the item's subtree and nothing more; a control shared elsewhere survives there with its
 * subtree, unless the author chose otherwise.
 */
const checkDeletion: Check = (state, commit) => {
  const id = idOf(commit);
  const { shared } = intentOf(commit);
  const before = livingIds(state);
  const branch = [...liveSubtree(state, id)];
  const inBranch = new Set(branch.map((node) => node.id));
  const saved = new Set<ItemId>();
  const borrowed = new Set<ItemId>();
  for (const node of branch) {
    if (node.type !== 'control') continue;
    const elsewhere = livingReferences(state, node.id).filter((reference) => !inBranch.has(reference));
    if (elsewhere.length === 0) continue;
    for (const reference of elsewhere) borrowed.add(reference);
    holds(node.id !== id || shared !== undefined, 'a shared control is asked for before it goes');
    if (node.id !== id || shared === 'here')
      for (const each of liveSubtree(state, node.id)) saved.add(each.id);
  }
  return () => {
    const after = livingIds(state);
    for (const each of before) {
      if (after.has(each)) holds(!inBranch.has(each) || saved.has(each), 'a deletion takes the whole branch');
      else
        holds(
          !saved.has(each) && (inBranch.has(each) || borrowed.has(each) || isUnderAny(state, each, borrowed)),
          'a deletion takes no work that stands elsewhere',
        );
    }
    if (state.get(id)?.type !== 'control' || shared === 'here')
      for (const each of before)
        if (!after.has(each) && !inBranch.has(each))
          holds(borrowed.has(each), 'what stands under a shared control moves with it');
  };
};

function isUnderAny(state: AuditState, id: ItemId, tops: ReadonlySet<ItemId>): boolean {
  for (let at: ItemId | null = id; at !== null; at = state.get(at)?.place[0] ?? null)
    if (tops.has(at)) return true;
  return false;
}

/** Copies start with initial values, and controls are shared instead of duplicated. */
const checkCopy: Check = (state, commit) => {
  const { copies, name, id } = intentOf(commit) as unknown as {
    copies: readonly (readonly [ItemId, ItemId])[];
    name?: string;
    id: ItemId;
  };
  const sources = new Map(copies.map(([source, made]) => [made, state.get(source)]));
  for (const { type, data } of commit.events) {
    const source = sources.get(data['id'] as ItemId);
    holds(source !== undefined, 'a copy is of what was seen');
    if (type === 'ItemValuesSet') {
      const values = Object.entries(data['values'] as Record<string, unknown>);
      const isKept = ([key, value]: [string, unknown]) =>
        isCopied(source.type, key) && source.values?.[key] === value;
      holds(values.every(isKept), 'a copy keeps of a worksheet only what was planned');
      continue;
    }
    holds(type === 'TreeItemCreated', 'a copy only creates');
    const isShared = source.type === 'control' || source.type === 'reference';
    const itemType = isShared ? 'reference' : source.type;
    holds(data['itemType'] === itemType, 'a copy is of the type of its original, but for shared controls');
    const target = source.type === 'control' ? { audit: null, item: source.id } : (source.target ?? null);
    holds(sameJson(data['target'], target), 'a copied control is a reference to it');
    holds(data['assignee'] === null, 'a copy belongs to nobody');
    holds(data['status'] === initialStatus(itemType, false), 'a copy begins anew');
    holds(!['finding', 'action_plan', 'evaluation'].includes(source.type), 'findings are not copied');
    const asked = data['id'] === id ? name : undefined;
    holds(isShared || data['name'] === (asked ?? source.name), 'a copy is called as its original');
  }
  return () => holds(alive(state, id), 'a copy is there');
};

/** A purge removes only items deleted long ago, with their whole branch, and never a living item. */
const checkPurge: Check = (state, commit, past) => {
  const id = idOf(commit);
  const going = new Set([...subtree(state, id)].map((node) => node.id));
  const there = [...state.nodes()].map((node) => node.id);
  const living = livingIds(state);
  const deletion = past.findLast(({ type, data }) => type === 'TreeItemDeleted' && data['id'] === id);
  const [event] = commit.events;
  holds(
    deletion !== undefined &&
      event !== undefined &&
      Date.parse(event.at) - Date.parse(deletion.at) >= 30 * DAY_MS,
    'nothing is purged that the trash still keeps',
  );
  return () => {
    for (const each of there)
      holds(going.has(each) === !state.get(each), 'a purge takes its branch, and all of it');
    for (const each of living) holds(alive(state, each), 'nothing that lives is purged');
  };
};

const checkRestore: Check = (state, commit) => {
  const id = idOf(commit);
  return () => holds(alive(state, id), 'what was restored is there');
};

const checkCompaction: Check = (state) => {
  const before = canonical(state);
  return () => holds(canonical(state) === before, 'a compaction changes nothing that people see');
};

/** Without the codes of new items: a code freed a moment ago may be skipped. */
const factsOf = ({ type, data }: AuditEvent): string =>
  canonicalJson([type, type === 'TreeItemCreated' ? { ...data, code: null } : data] as JsonValue[]);

/** A batch equals its parts executed one after the other, or nothing. */
const checkBatch =
  (model: AuditModel): Check =>
  (state, { entry, events }) => {
    const { submission, role } = entry;
    const parts = submission.envelope.intent['parts'] as readonly {
      schema: number;
      intent: { kind: string };
    }[];
    const overlay = new AuditOverlay(state);
    const expected: string[] = [];
    const at = events[0]?.at ?? '';
    for (const { schema, intent } of parts) {
      const { intent: _, schemaVersion: __, ...rest } = submission.envelope;
      const decision = model.decide(
        overlay,
        { ...rest, intent, schemaVersion: schema },
        {
          now: at,
          actor: submission.user,
          can: rightsOf(submission.user, role, overlay),
          mode: 'server',
        },
      );
      holds(decision.ok, 'a batch is committed only if each part may be');
      for (const event of decision.events) {
        expected.push(factsOf(event));
        const version = overlay.version + 1;
        model.evolve(overlay, { ...event, version, actor: submission.user, at, operation: null });
      }
    }
    holds(expected.join('\n') === events.map(factsOf).join('\n'), 'a batch is committed whole');
    return () => undefined;
  };

/** The check for commits of a kind of intent. */
export function checkOf(kind: string, model: AuditModel): Check | undefined {
  switch (kind) {
    case 'delete_item':
      return checkDeletion;
    case 'copy_item':
      return checkCopy;
    case 'purge_item':
      return checkPurge;
    case 'restore_item':
      return checkRestore;
    case 'compact_document':
      return checkCompaction;
    case 'batch':
      return checkBatch(model);
    default:
      return undefined;
  }
}
