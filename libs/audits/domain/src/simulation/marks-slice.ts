import { itemId, type ItemId, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { Vocabulary } from '@cotejo/event-store/upcast';
import type { AuditView, Decision, DecisionContext, Slice } from '../model/model.ts';
import { alive } from '../model/tree.ts';

/** Marks by item, in order of creation. */
type Marks = ReadonlyMap<string, readonly string[]>;

export const MARKS = 'marks';

const marksIn = (state: unknown): Marks => (state instanceof Map ? state : new Map());
const refuse = (code: string): Decision => ({ ok: false, rejection: { code } });

/** Upcaster: the previous release stored a single note, the present one a list. */
const withNotes = ({ note, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, notes: [note] });

type Fields = Readonly<Record<string, unknown>>;

interface Shape {
  readonly intents: Vocabulary;
  readonly events: Vocabulary;
  /** Null for data of another shape. */
  readonly notesOf: (fields: Fields) => readonly string[] | null;
}

const BEFORE: Shape = {
  intents: { mark_item: [] },
  events: { ItemMarked: [] },
  notesOf: ({ note }) => (typeof note === 'string' ? [note] : null),
};
const NOW: Shape = {
  intents: { mark_item: [withNotes] },
  events: { ItemMarked: [withNotes] },
  notesOf: ({ notes }) =>
    Array.isArray(notes) && notes.every((note) => typeof note === 'string') ? notes : null,
};

interface MarkItem extends Fields {
  readonly kind: 'mark_item';
  readonly id: ItemId;
}

function marksSlice({ intents, events, notesOf }: Shape): Slice {
  const parse = (raw: unknown): MarkItem | null => {
    const fields = raw as MarkItem;
    return itemId.safeParse(fields.id).success && notesOf(fields) !== null ? fields : null;
  };
  return {
    name: MARKS,
    intents,
    events,
    rights: { mark_item: { asks: ['plan.treeitem__edit'] } },
    parse,
    decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
      const { kind: _, id, ...notes } = raw as MarkItem;
      const node = view.get(id);
      if (!node) return refuse('item_not_found');
      if (!alive(view, id)) return refuse('item_deleted');
      return context.can('plan.treeitem__edit', { createdBy: node.createdBy, assignee: node.assignee })
        ? { ok: true, events: [{ type: 'ItemMarked', data: { id, ...notes } }] }
        : refuse('forbidden');
    },
    evolve(state: unknown, { data }: StoredAuditEvent): Marks {
      const marks = marksIn(state);
      const id = String(data['id']);
      const notes = notesOf(data);
      if (!notes) throw new Error('a mark of another shape');
      return new Map(marks).set(id, [...(marks.get(id) ?? []), ...notes]);
    },
    freeze: (state) => [...marksIn(state)],
    thaw: (json) => new Map(Array.isArray(json) ? (json as [string, readonly string[]][]) : []),
  };
}

/**
 * A slice on the audit's stream whose intents and events changed shape with a release; older ones are read
 * through an upcaster.
 */
export const marksBefore = marksSlice(BEFORE);
export const marksNow = marksSlice(NOW);

/** All marks of a state, as one string. */
export const marksOf = (view: AuditView): string =>
  JSON.stringify([...marksIn(view.slice(MARKS))].sort(([a], [b]) => (a < b ? -1 : 1)));
