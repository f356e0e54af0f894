import type { ItemStatus } from '@cotejo/audits-contracts';
import { AuditOverlay, AuditState } from '@cotejo/audits-domain';
import { MAX_NOTE_LENGTH, type NoteStatus } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  entry,
  GivenNotes,
  item,
  note,
  person,
  seal,
  type PersonName,
} from './given-notes.fixture.ts';
import { noteActs } from './note-rules.ts';
import { notesIn } from './review-notes-state.ts';

type Label = Parameters<typeof item>[0];

const add = (label: Label = 'step', n = 1): Asked => ({
  kind: 'add_note',
  id: item(label),
  note: note(n),
  text: seal(n),
});
const about = (n: number) => ({ id: item('step'), note: note(n), entry: entry(n) });
const reply = (n = 1): Asked => ({ kind: 'reply_note', ...about(n), text: seal(n) });
const answer = (n = 1, text: ReturnType<typeof seal> | null = null): Asked => ({
  kind: 'answer_note',
  ...about(n),
  text,
});
const close = (n = 1): Asked => ({ kind: 'close_note', ...about(n) });
const reopen = (n = 1): Asked => ({
  kind: 'reopen_note',
  ...about(n),
  reason: seal(n),
});
const said = about(1);

describe('a review note', () => {
  it('is added to an item, or to a field of its worksheet', () => {
    const event = { id: item('step'), note: note(1), field: null, text: seal(1) };
    expect(new GivenNotes().when(add())).toEqual([{ type: 'NoteAdded', data: event }]);
    expect(new GivenNotes().when({ ...add(), field: 'instrucciones' })).toEqual([
      { type: 'NoteAdded', data: { ...event, field: 'instrucciones' } },
    ]);
  });

  it.each<Label>(['phase', 'risk', 'ctrl', 'step', 'find'])('may be on a %s', (label) => {
    expect(new GivenNotes().when(add(label))).toMatchObject([{ data: { id: item(label) } }]);
  });

  it('takes a culminated audit back to its work', () => {
    const given = new GivenNotes();
    for (const label of ['risk', 'ctrl', 'other', 'step', 'test', 'know', 'find'] as const)
      given.status(label, 'completed');
    given.happened('AuditStatusChanged', { from: 'in_progress', to: 'completed', closedOn: null });
    const back = { from: 'completed', to: 'in_progress', closedOn: null, because: 'fell_back' };
    // A finding is discussed: nothing but the note itself is open then.
    expect(given.when(add('find'))).toMatchObject([
      { type: 'NoteAdded' },
      { type: 'AuditStatusChanged', data: back },
    ]);
    given.noted(1, 'find', 'closed');
    expect(given.when(reopen())).toBe('note_not_found');
    expect(given.when({ ...reopen(), id: item('find') })).toMatchObject([
      { type: 'NoteReopened' },
      { type: 'AuditStatusChanged', data: back },
    ]);
  });

  it('about a reference goes to what it stands for', () => {
    const given = new GivenNotes().status('ctrl', 'completed');
    expect(given.when(add('ref'))).toMatchObject([
      { type: 'NoteAdded', data: { id: item('ctrl') } },
      { type: 'ItemStatusChanged', data: { id: item('ctrl'), from: 'completed', to: 'review_note' } },
    ]);
  });

  const refusals: readonly (readonly [string, (given: GivenNotes) => unknown, string])[] = [
    ['on what is not there', (given) => given.when(add('gone')), 'item_not_found'],
    ['on a link', (given) => given.when(add('link')), 'no_notes_here'],
    [
      'on a deleted item',
      (given) => given.happened('TreeItemDeleted', { id: item('step'), items: 1 }).when(add()),
      'item_deleted',
    ],
    [
      'under a deleted item',
      (given) => given.happened('TreeItemDeleted', { id: item('phase'), items: 8 }).when(add('ctrl')),
      'item_deleted',
    ],
    [
      'on a reference whose original was deleted',
      (given) => given.happened('TreeItemDeleted', { id: item('risk'), items: 3 }).when(add('ref')),
      'target_not_found',
    ],
    ['with an id that is taken', (given) => given.noted(1, 'risk').when(add()), 'duplicate_id'],
    ['with words that nobody sealed', (given) => given.when({ ...add(), text: 'plain' }), 'not_sealed'],
    ['without words', (given) => given.when({ ...add(), text: '  ' }), 'invalid_intent'],
    [
      'that is too long',
      (given) => given.when({ ...add(), text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, { mode: 'optimistic' }),
      'invalid_intent',
    ],
  ];
  it.each(refusals)('%s is refused', (_, act, code) => {
    expect(act(new GivenNotes())).toBe(code);
  });

  it.each<[string, object, string]>([
    ['closed', { from: 'in_progress', to: 'closed', closedOn: '2026-04-01' }, 'audit_closed'],
    [
      'completed and closed',
      { from: 'in_progress', to: 'completed', closedOn: '2026-04-01' },
      'audit_closed',
    ],
    ['cancelled', { from: 'in_progress', to: 'cancelled', closedOn: null }, 'audit_cancelled'],
  ])('is refused whatever it asks when the audit is %s', (_, change, code) => {
    const given = new GivenNotes().noted(1, 'step', 'answered').happened('AuditStatusChanged', { ...change });
    for (const intent of [add('risk', 2), reply(), answer(), close(), reopen()])
      expect(given.when(intent, { by: 'admin' })).toBe(code);
  });
});

describe('what becomes of a note', () => {
  type Row = readonly [NoteStatus, 'reply' | 'answer' | 'close' | 'reopen', outcome: string];
  const table: readonly Row[] = [
    ['open', 'reply', 'open'],
    ['open', 'answer', 'answered'],
    ['open', 'close', 'note_not_answered'],
    ['open', 'reopen', 'note_still_open'],
    ['answered', 'reply', 'answered'],
    ['answered', 'answer', 'answered'],
    ['answered', 'close', 'closed'],
    ['answered', 'reopen', 'open'],
    ['closed', 'reply', 'note_closed'],
    ['closed', 'answer', 'note_closed'],
    ['closed', 'close', 'closed'],
    ['closed', 'reopen', 'open'],
  ];
  const intents = { reply: reply(), answer: answer(1, seal(3)), close: close(), reopen: reopen() };

  it.each(table)('%s, %s: %s', (status, act, outcome) => {
    const given = new GivenNotes().noted(1, 'step', status);
    const events = given.when(intents[act]);
    if (typeof events === 'string') return expect(events).toBe(outcome);
    expect(given.does(intents[act]).noteStatus(1)).toBe(outcome);
  });

  it('is told with what was said', () => {
    expect(new GivenNotes().noted(1, 'step').when(reply())).toEqual([
      { type: 'NoteReplied', data: { ...said, text: seal(1) } },
    ]);
    expect(new GivenNotes().noted(1, 'step').when(answer())).toEqual([
      { type: 'NoteAnswered', data: { ...said, text: null } },
    ]);
    expect(new GivenNotes().noted(1, 'step', 'answered').when(close())).toEqual([
      { type: 'NoteClosed', data: said },
    ]);
    expect(new GivenNotes().noted(1, 'step', 'closed').when(reopen())).toEqual([
      { type: 'NoteReopened', data: { ...said, reason: seal(1) } },
    ]);
  });

  it('is nothing when it was so already and nothing was said', () => {
    expect(new GivenNotes().noted(1, 'step', 'answered').when(answer())).toEqual([]);
    expect(new GivenNotes().noted(1, 'step', 'closed').when(close())).toEqual([]);
  });

  it.each<[string, object, NoteStatus]>([
    ['a reply', { ...reply(), text: 'plain' }, 'answered'],
    ['an answer', { ...answer(), text: 'plain' }, 'answered'],
    ['a reopening', { ...reopen(), reason: 'plain' }, 'closed'],
  ])('refuses %s that nobody sealed', (_, intent, status) => {
    const given = new GivenNotes().noted(1, 'step', status);
    expect(given.when(intent as Asked)).toBe('not_sealed');
  });

  it('is reopened with a reason', () => {
    const given = new GivenNotes().noted(1, 'step', 'answered');
    expect(given.when({ ...reopen(), reason: undefined })).toBe('invalid_intent');
  });

  it('is refused of a note that is not there, or whose item was deleted', () => {
    for (const intent of [reply(), answer(), close(), reopen()]) {
      expect(new GivenNotes().when(intent)).toBe('note_not_found');
      expect(new GivenNotes().noted(1, 'risk').when(intent)).toBe('note_not_found');
      const given = new GivenNotes().noted(1, 'step', 'answered');
      given.happened('TreeItemDeleted', { id: item('step'), items: 1 });
      expect(given.when(intent)).toBe('item_deleted');
    }
  });
});

describe('who may', () => {
  const all: readonly PersonName[] = [
    'admin',
    'manager',
    'leader',
    'junior',
    'peer',
    'guest',
    'outsider',
    'owner',
  ];
  const adds = ['admin', 'manager', 'leader', 'junior', 'peer'];
  const may = (given: () => GivenNotes, intent: Asked) =>
    all.filter((by) => typeof given().when(intent, { by }) !== 'string');

  it('write and answer: the team without its guests', () => {
    expect(may(() => new GivenNotes(), add())).toEqual(adds);
    for (const intent of [reply(), answer()])
      expect(may(() => new GivenNotes().noted(1, 'step'), intent)).toEqual(adds);
  });

  it('close and reopen: its author and whoever reviews', () => {
    const ofJunior = () => new GivenNotes().noted(1, 'step', 'answered', 'junior');
    for (const intent of [close(), reopen()])
      expect(may(ofJunior, intent)).toEqual(['admin', 'manager', 'leader', 'junior']);
    expect(ofJunior().when(close(), { by: 'peer' })).toBe('not_your_note');
    expect(ofJunior().when(close(), { by: 'guest' })).toBe('forbidden');
  });

  it('is what the buttons of a note offer', () => {
    const acts = (status: NoteStatus, by: PersonName, allowed: readonly string[]) =>
      noteActs(
        { status, author: person('junior') },
        { actor: person(by), can: (key) => allowed.includes(key), object: {} },
      );
    const writer = ['plan.note__add'];
    const reviewer = [...writer, 'plan.mark_reviewed'];
    expect(acts('open', 'junior', writer)).toEqual(['reply', 'answer']);
    expect(acts('answered', 'junior', writer)).toEqual(['reply', 'close', 'reopen']);
    expect(acts('answered', 'peer', writer)).toEqual(['reply']);
    expect(acts('answered', 'leader', reviewer)).toEqual(['reply', 'close', 'reopen']);
    expect(acts('closed', 'leader', reviewer)).toEqual(['reopen']);
    expect(acts('closed', 'junior', writer)).toEqual(['reopen']);
    expect(acts('open', 'guest', [])).toEqual([]);
  });
});

describe('the status of the item', () => {
  it.each<[ItemStatus, ItemStatus]>([
    ['new', 'new'],
    ['assigned', 'assigned'],
    ['in_progress', 'in_progress'],
    ['completed', 'review_note'],
    ['reviewed', 'review_note'],
    ['review_note', 'review_note'],
  ])('%s becomes %s with a note', (before, after) => {
    expect(new GivenNotes().status('step', before).does(add()).statusOf('step')).toBe(after);
  });

  it('a note takes the review back, and leaves the mark of whoever completed it', () => {
    const given = new GivenNotes().status('step', 'completed');
    given.does({ kind: 'sign_item', id: item('step'), mark: 'reviewed', textsAt: null }, 'leader');
    const marks = () => (given.state.get(item('step'))?.signatures ?? []).map(({ mark, by }) => [mark, by]);
    expect(marks()).toEqual([
      ['completed', person('junior')],
      ['reviewed', person('leader')],
    ]);
    expect(given.when(add())).toMatchObject([
      { type: 'NoteAdded' },
      { type: 'ItemStatusChanged', data: { from: 'reviewed', to: 'review_note' } },
      {
        type: 'SignaturesVoided',
        data: { voided: [{ mark: 'reviewed', by: person('leader') }], because: 'note' },
      },
    ]);
    given.does(add());
    expect(marks()).toEqual([['completed', person('junior')]]);
    given.does(answer(), 'junior').does(close());
    expect([given.statusOf('step'), marks()]).toEqual(['completed', [['completed', person('junior')]]]);
  });

  it('of a finding stays: it is discussed', () => {
    expect(new GivenNotes().status('find', 'completed').when(add('find'))).toHaveLength(1);
  });

  it('goes back to completed with the last note that is closed, and keeps whose mark it is', () => {
    const given = new GivenNotes().status('step', 'completed').does(add('step', 1)).does(add('step', 2));
    given.noted(3, 'risk', 'open').noted(4, 'step', 'closed');
    given.does(answer(1), 'junior').does(close(1));
    expect(given.statusOf('step')).toBe('review_note');
    given.does(answer(2), 'junior').does(close(2));
    expect(given.statusOf('step')).toBe('completed');
    expect(given.state.get(item('step'))?.completedBy).toBe(person('junior'));
  });

  it('stays where work brought it meanwhile', () => {
    const given = new GivenNotes().status('step', 'completed').does(add()).status('step', 'in_progress');
    expect(given.does(answer()).does(close()).statusOf('step')).toBe('in_progress');
  });

  it('falls back once more when a note is reopened', () => {
    const given = new GivenNotes().status('step', 'completed').does(add()).does(answer()).does(close());
    expect(given.does(reopen()).statusOf('step')).toBe('review_note');
  });

  it('follows neither words nor an answer', () => {
    const given = new GivenNotes().status('step', 'completed').noted(1, 'step');
    expect(given.does(reply()).does(answer()).statusOf('step')).toBe('completed');
  });
});

describe('in the browser', () => {
  it('a note shows on its item at once, without its words', () => {
    const given = new GivenNotes().status('step', 'completed');
    expect(given.when({ ...add(), text: 'plain' }, { mode: 'optimistic' })).toEqual([
      { type: 'NoteAdded', data: { id: item('step'), note: note(1), field: null } },
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'completed', to: 'review_note' } },
    ]);
  });

  it.each([{ ...reply(), text: 'plain' }, answer(), close(), { ...reopen(), reason: 'plain' }])(
    '$kind on a note of before goes to the server to be judged',
    (intent) => {
      const given = new GivenNotes();
      const events = given.when(intent, { mode: 'optimistic', by: 'guest' });
      expect(events).toHaveLength(1);
      const overlay = new AuditOverlay(given.state);
      for (const event of events as { type: string; data: object }[])
        given.model.evolve(overlay, {
          ...event,
          data: { ...event.data },
          version: overlay.version + 1,
          actor: person('manager'),
          at: '',
          operation: null,
        });
      expect(notesIn(overlay).size).toBe(0);
    },
  );

  it('a note of one’s own is answered, closed and reopened by the rules', () => {
    const given = new GivenNotes();
    for (const intent of [add(), answer(), close(), reopen()]) {
      const plain = 'text' in intent && intent.text !== null ? { ...intent, text: 'plain' } : intent;
      const events = given.when(plain, { mode: 'optimistic' });
      expect(events).toHaveLength(1);
      for (const { type, data } of events as { type: string; data: object }[])
        given.happened(type, { ...data });
    }
    expect(given.when(close(), { mode: 'optimistic' })).toBe('note_not_answered');
  });
});

describe('the state of notes', () => {
  it('forgets those of items that left the plan for good, with what was under them', () => {
    const given = new GivenNotes().noted(1, 'step').noted(2, 'risk').noted(3, 'find').noted(4, 'other');
    given.happened('TreeItemDeleted', { id: item('risk'), items: 3 });
    expect([...notesIn(given.state).keys()]).toHaveLength(4);
    given.happened('TreeItemPurged', { id: item('risk'), items: 3 });
    expect([...notesIn(given.state).keys()]).toEqual([note(1), note(4)]);
  });

  it('comes back from a snapshot, and is shared by nobody who changes it', () => {
    const given = new GivenNotes().noted(1, 'step', 'answered').noted(2, 'risk');
    const before = notesIn(given.state);
    const thawed = AuditState.thaw(
      JSON.parse(JSON.stringify(given.state.freeze(given.model.slices))),
      given.model.slices,
    );
    expect(notesIn(thawed)).toEqual(before);
    given.does(close(1));
    expect(before.get(note(1))?.status).toBe('answered');
    expect(notesIn(given.state).get(note(1))?.status).toBe('closed');
  });
});

describe('work with notes', () => {
  const change = (from: ItemStatus, to: ItemStatus) => ({
    kind: 'change_status',
    id: item('step'),
    from,
    to,
  });

  it.each<[NoteStatus, ItemStatus, ItemStatus, string]>([
    ['open', 'completed', 'reviewed', 'notes_not_closed'],
    ['answered', 'completed', 'reviewed', 'notes_not_closed'],
    ['answered', 'review_note', 'completed', 'notes_not_closed'],
    ['closed', 'completed', 'reviewed', 'changes'],
    ['closed', 'review_note', 'completed', 'changes'],
    ['open', 'completed', 'in_progress', 'changes'],
    ['open', 'completed', 'review_note', 'changes'],
    ['closed', 'completed', 'review_note', 'note_required'],
    ['closed', 'reviewed', 'review_note', 'note_required'],
  ])('%s: from %s to %s by hand: %s', (note, from, to, expected) => {
    const given = new GivenNotes().noted(1, 'step', note).status('step', from);
    const outcome = given.when(change(from, to));
    expect(typeof outcome === 'string' ? outcome : 'changes').toBe(expected);
  });

  it('of another item does not stand in the way', () => {
    const given = new GivenNotes().noted(1, 'risk').status('step', 'completed');
    expect(given.when(change('completed', 'reviewed'))).toMatchObject([
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned' },
    ]);
  });
});
