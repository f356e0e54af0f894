import type { UserId } from '@cotejo/access-contracts';
import {
  alive,
  cameTo,
  resolved,
  sealsOf,
  statusFamily,
  type AuditView,
  type Decision,
  type DecisionContext,
  type IntentRights,
  type Slice,
  type TreeNode,
} from '@cotejo/audits-domain';
import type {
  AuditErrorCode,
  AuditEvent,
  ItemId,
  ItemStatus,
  Rejection,
  StoredAuditEvent,
} from '@cotejo/audits-contracts';
import {
  noteAdded,
  noteIntent,
  noteIntentVocabulary,
  noteVocabulary,
  writableNotes,
  type NoteEvent,
  type NoteIntent,
  type NoteStatus,
} from '@cotejo/worksheets-contracts';
import { outcomeOf, whyNot, type NoteAct, type NoteErrorCode } from './note-rules.ts';
import {
  differingNotes,
  forgetNotesOn,
  freezeNotes,
  notesFrom,
  notesIn,
  REVIEW_NOTES_SLICE,
  thawNotes,
  unclosedNotesOn,
  type ReviewNotes,
} from './review-notes-state.ts';

type AddNote = Extract<NoteIntent, { kind: 'add_note' }>;
type FollowUp = Exclude<NoteIntent, AddNote>;

const ACT: Readonly<Record<FollowUp['kind'], NoteAct>> = {
  reply_note: 'reply',
  answer_note: 'answer',
  close_note: 'close',
  reopen_note: 'reopen',
};

const reject = (code: AuditErrorCode | NoteErrorCode): Decision => ({ ok: false, rejection: { code } });
const accept = (...events: readonly AuditEvent[]): Decision => ({ ok: true, events });

const policyObjectOf = ({ createdBy, assignee }: TreeNode) => ({ createdBy, assignee });

function decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const intent = noteIntent.parse(raw);
  return intent.kind === 'add_note'
    ? decideToAdd(view, intent, context)
    : decideToFollowUp(view, intent, context);
}

function decideToAdd(view: AuditView, intent: AddNote, context: DecisionContext): Decision {
  const named = view.get(intent.id);
  if (!named) return reject('item_not_found');
  if (!context.can('plan.note__add', policyObjectOf(named))) return reject('forbidden');
  if (!alive(view, named.id)) return reject('item_deleted');
  if (named.type === 'link') return reject('no_notes_here');
  // A reference has no notes of its own: they belong to its original.
  const node = resolved(view, named);
  if (node.type === 'reference') return reject('target_not_found');
  if (notesIn(view).has(intent.note)) return reject('duplicate_id');

  const { note, field = null } = intent;
  const about = { id: node.id, note };
  const reopened = cameTo(node, statusUnderNote(node), 'note');
  // The browser cannot seal: it shows the note's existence and its text locally.
  if (context.mode === 'optimistic')
    return accept({ type: 'NoteAdded', data: { ...about, field } }, ...reopened);
  const [text] = sealsOf(context, 1) ?? [];
  return text
    ? accept({ type: 'NoteAdded', data: { ...about, field, text } }, ...reopened)
    : reject('not_sealed');
}

function decideToFollowUp(view: AuditView, intent: FollowUp, context: DecisionContext): Decision {
  const { id, note: noteId, entry } = intent;
  const act = ACT[intent.kind];
  const said = { id, note: noteId, entry };
  const note = notesIn(view).get(noteId);
  if (!note) {
    // A browser does not hold older notes: the server decides, and the result arrives by the feed.
    return context.mode === 'optimistic'
      ? accept({ type: EVENT[intent.kind], data: said })
      : reject('note_not_found');
  }
  const node = view.get(id);
  if (!node || note.item !== id) return reject('note_not_found');
  const { actor, can, mode } = context;
  const forbidden = whyNot(note.author, act, { actor, can, object: policyObjectOf(node) });
  if (forbidden) return reject(forbidden);
  if (!alive(view, node.id)) return reject('item_deleted');
  const outcome = outcomeOf(note.status, act);
  if ('refused' in outcome) return reject(outcome.refused);
  if (outcome.to === note.status && saysNothing(intent)) return accept();

  const status = cameTo(node, statusAfter(view, node, noteId, act), 'note');
  if (mode === 'optimistic') return accept({ type: EVENT[intent.kind], data: said }, ...status);
  const event = eventOf(intent, said, context);
  return event ? accept(event, ...status) : reject('not_sealed');
}

const EVENT: Readonly<Record<FollowUp['kind'], NoteEvent['type']>> = {
  reply_note: 'NoteReplied',
  answer_note: 'NoteAnswered',
  close_note: 'NoteClosed',
  reopen_note: 'NoteReopened',
};

const saysNothing = (intent: FollowUp): boolean =>
  intent.kind === 'close_note' || (intent.kind === 'answer_note' && intent.text === null);

/** Null if its text was not sealed. */
function eventOf(
  intent: FollowUp,
  said: Record<string, unknown>,
  context: DecisionContext,
): AuditEvent | null {
  const type = EVENT[intent.kind];
  if (intent.kind === 'close_note') return { type, data: said };
  if (intent.kind === 'answer_note' && intent.text === null) return { type, data: { ...said, text: null } };
  const [text] = sealsOf(context, 1) ?? [];
  if (!text) return null;
  return { type, data: intent.kind === 'reopen_note' ? { ...said, reason: text } : { ...said, text } };
}

/** A note on completed or reviewed work returns it to its author; findings and plans keep their status. */
function statusUnderNote(node: TreeNode): ItemStatus | null {
  const isSigned = node.status === 'completed' || node.status === 'reviewed';
  return isSigned && statusFamily(node.type) === 'work_item' ? 'review_note' : null;
}

function statusAfter(view: AuditView, node: TreeNode, note: string, act: NoteAct): ItemStatus | null {
  if (act === 'reopen') return statusUnderNote(node);
  if (act !== 'close' || node.status !== 'review_note') return null;
  return unclosedNotesOn(view, node.id).some((other) => other !== note) ? null : 'completed';
}

/** Fields of the event needed by the fold; texts are not. */
const facts = noteAdded.shape.data.pick({ id: true, note: true });

const STATUS: Readonly<Partial<Record<string, NoteStatus>>> = {
  NoteAnswered: 'answered',
  NoteClosed: 'closed',
  NoteReopened: 'open',
};

function evolve(state: unknown, event: StoredAuditEvent): ReviewNotes {
  const notes = notesFrom(state);
  if (event.type === 'NoteAdded') {
    const { id: item, note } = facts.parse(event.data);
    return new Map(notes).set(note, { item, author: event.actor as UserId, status: 'open', entries: 0 });
  }
  const id = facts.shape.note.parse(event.data['note']);
  const note = notes.get(id);
  if (!note) return notes;
  return new Map(notes).set(id, {
    ...note,
    status: STATUS[event.type] ?? note.status,
    entries: note.entries + 1,
  });
}

const ASKS: ReadonlySet<string> = new Set(['NoteAdded', 'NoteReopened']);

/**
 * Work with unclosed notes cannot be reviewed or completed directly: closing its last note completes it. Only
 * a note can set the status `review_note`.
 */
function objects(view: AuditView, events: readonly AuditEvent[]): Rejection | null {
  const isAsked = events.some(({ type }) => ASKS.has(type));
  for (const { type, data } of events) {
    const isChanged = type === 'ItemStatusChanged';
    if (isChanged && data['to'] === 'review_note' && !isAsked) {
      const isUnderNote = unclosedNotesOn(view, data['id'] as ItemId).length > 0;
      if (!isUnderNote) return { code: 'note_required' };
    }
    const isAnswer = isChanged && data['from'] === 'review_note' && data['to'] === 'completed';
    const isReview =
      (isChanged && data['to'] === 'reviewed') || (type === 'ItemSigned' && data['mark'] === 'reviewed');
    if (!isReview && !isAnswer) continue;
    const notes = unclosedNotesOn(view, data['id'] as ItemId).length;
    if (notes > 0) return { code: 'notes_not_closed', params: { notes } };
  }
  return null;
}

const TALK: IntentRights = { asks: ['plan.note__add'] };
/** Rights for acts on notes of other authors. */
const TALK_OF_OTHERS: IntentRights = { ...TALK, also: ['plan.mark_reviewed'] };
const rights: Readonly<Record<NoteIntent['kind'], IntentRights>> = {
  add_note: TALK,
  reply_note: TALK,
  answer_note: TALK,
  close_note: TALK_OF_OTHERS,
  reopen_note: TALK_OF_OTHERS,
};

/** Review notes of reviewers on the work, on the audit's stream. */
export const reviewNotesSlice: Slice = {
  name: REVIEW_NOTES_SLICE,
  intents: noteIntentVocabulary,
  events: noteVocabulary,
  writable: writableNotes,
  rights,
  parse: (raw) => noteIntent.safeParse(raw).data ?? null,
  decide,
  objects,
  openNotes: (view) =>
    [...notesIn(view).values()].flatMap(({ item, status }) => (status === 'closed' ? [] : [item])),
  evolve,
  contents: { part: 'notes', differing: differingNotes },
  forget: forgetNotesOn,
  freeze: freezeNotes,
  thaw: thawNotes,
};
