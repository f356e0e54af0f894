import type { Can, PolicyObject, UserId } from '@cotejo/access-contracts';
import type { noteErrors, NoteStatus } from '@cotejo/worksheets-contracts';

/** Acts on an existing note. */
export type NoteAct = 'reply' | 'answer' | 'close' | 'reopen';
export type NoteErrorCode = keyof (typeof noteErrors)['errors'];

type Outcome = { readonly to: NoteStatus } | { readonly refused: NoteErrorCode };

const to = (status: NoteStatus): Outcome => ({ to: status });
const refused = (code: NoteErrorCode): Outcome => ({ refused: code });

/** Open → answered → closed, and back to open with a reason (domain rules, section 4). */
const OUTCOMES: Readonly<Record<NoteStatus, Readonly<Record<NoteAct, Outcome>>>> = {
  open: {
    reply: to('open'),
    answer: to('answered'),
    close: refused('note_not_answered'),
    reopen: refused('note_still_open'),
  },
  answered: {
    reply: to('answered'),
    // Two users may answer concurrently; both answers are kept.
    answer: to('answered'),
    close: to('closed'),
    reopen: to('open'),
  },
  closed: {
    reply: refused('note_closed'),
    answer: refused('note_closed'),
    close: to('closed'),
    reopen: to('open'),
  },
};

/** Result of an act on a note in this status, independent of the actor. */
export const outcomeOf = (status: NoteStatus, act: NoteAct): Outcome => OUTCOMES[status][act];

/** The actor with their rights on the note's item. */
export interface NoteActor {
  readonly actor: UserId;
  readonly can: Can;
  readonly object: PolicyObject;
}

/** Refusal of an act for this actor, in any status; null if allowed. */
export function whyNot(author: UserId, act: NoteAct, by: NoteActor): NoteErrorCode | 'forbidden' | null {
  if (!by.can('plan.note__add', by.object)) return 'forbidden';
  if (act === 'reply' || act === 'answer') return null;
  return by.actor === author || by.can('plan.mark_reviewed', by.object) ? null : 'not_your_note';
}

const ACTS: readonly NoteAct[] = ['reply', 'answer', 'close', 'reopen'];

/** Acts that this actor may do with a note in its current status; drives its buttons. */
export function noteActs(
  note: { readonly status: NoteStatus; readonly author: UserId },
  by: NoteActor,
): readonly NoteAct[] {
  return ACTS.filter((act) => {
    const outcome = outcomeOf(note.status, act);
    const changes = act === 'reply' || ('to' in outcome && outcome.to !== note.status);
    return 'to' in outcome && changes && whyNot(note.author, act, by) === null;
  });
}
