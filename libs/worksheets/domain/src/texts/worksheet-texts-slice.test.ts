import { AuditState } from '@cotejo/audits-domain';
import type { ItemId } from '@cotejo/audits-contracts';
import { FLOWCHART_FIELD, type RevisedText } from '@cotejo/worksheets-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GivenWorksheet, revise, sign, written } from '../given-worksheet.fixture.ts';
import { item, person, seal, type Label } from '../notes/given-notes.fixture.ts';

const given = () => new GivenWorksheet();
const objective = (row: number, by: 'junior' | 'peer' | 'manager' = 'junior') =>
  written('objective', row, by);
/** A step that a junior completed with an objective of two rows. */
const completed = () =>
  given()
    .does(revise('step', objective(1)))
    .does({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: 2 }, 'junior');

describe('texts that came to rest', () => {
  it('are one event a field, each with its next revision', () => {
    const audit = given().does(revise('step', objective(3)));
    const two = revise('step', objective(5, 'peer'), written('conclusion', 5));
    expect(audit.when(two)).toEqual([
      { type: 'TextRevised', data: { id: item('step'), rev: 2, ...objective(5, 'peer') } },
      { type: 'TextRevised', data: { id: item('step'), rev: 1, ...written('conclusion', 5) } },
    ]);
    expect(audit.does(two).texts('step')).toMatchObject({
      objective: { rev: 2, hash: seal(6).hash, characters: 40, upTo: 5, authors: [person('peer')] },
      conclusion: { rev: 1 },
    });
  });

  it('begin the work, and what was begun stays as it was', () => {
    expect(
      given()
        .does(revise('step', objective(0)))
        .statusOf('step'),
    ).toBe('in_progress');
    const assigned = given()
      .status('step', 'assigned')
      .does(revise('step', objective(0)));
    expect(assigned.statusOf('step')).toBe('in_progress');
    expect(
      given()
        .does(revise('find', written('cause', 0)))
        .statusOf('find'),
    ).toBe('new');
    expect(assigned.when(revise('step', objective(1)))).toHaveLength(1);
  });

  it.each([
    ['that an earlier one holds', objective(3)],
    ['of which an earlier one holds more', objective(2)],
    ['that says nothing where nothing was', written('evidence', 9, 'junior', 0, null)],
  ])('are dropped when they are one %s', (_, revision) => {
    expect(
      given()
        .does(revise('step', objective(3)))
        .when(revise('step', revision)),
    ).toEqual([]);
  });

  it('are dropped within one intent too', () => {
    expect(given().when(revise('step', objective(3), objective(3)))).toMatchObject([
      { type: 'TextRevised' },
      { type: 'ItemStatusChanged' },
    ]);
  });

  it('may be emptied: that is a revision too, which no signature covers', () => {
    const audit = given()
      .does(revise('step', objective(1)))
      .does(revise('step', written('objective', 2, 'junior', 0, null)));
    expect(audit.texts('step')['objective']).toMatchObject({ rev: 2, hash: null, characters: 0 });
    const sign = { kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: 3 };
    expect(audit.when(sign)).toMatchObject([{}, { type: 'ItemSigned', data: { texts: [] } }]);
  });

  it('void what was signed, and say whose', () => {
    const audit = completed();
    const two = [objective(2, 'peer'), written('conclusion', 2, 'manager')];
    expect(audit.when(revise('step', ...two))).toMatchObject([
      { type: 'TextRevised' },
      { type: 'TextRevised' },
      { type: 'ItemStatusChanged', data: { from: 'completed', to: 'in_progress' } },
      {
        type: 'SignaturesVoided',
        data: {
          voided: [{ mark: 'completed', by: person('junior') }],
          because: 'edited',
          authors: [person('peer'), person('manager')],
        },
      },
    ]);
    audit.does(revise('step', objective(2, 'peer')));
    expect(audit.marks('step')).toEqual([]);
    expect(audit.state.get(item('step'))?.voidedBy).toEqual([person('peer')]);
    audit.does(sign({ textsAt: 3 }), 'junior');
    expect(audit.state.get(item('step'))?.voidedBy).toBeUndefined();
    expect(completed().when(revise('step', objective(1)))).toEqual([]);
  });

  it.each<[string, Label, string, boolean]>([
    ['an attribute of a finding', 'find', 'condition', true],
    ['what a test says of an instruction', 'test', `instruction.${seal(3).ref}.evidence`, true],
    ['what is drawn in an understanding', 'know', FLOWCHART_FIELD, true],
    ['what is drawn in a step', 'step', FLOWCHART_FIELD, false],
    ['a field of another type', 'step', 'condition', false],
    ['a field of an id that is none', 'test', 'instruction.x.evidence', false],
    ['a text of a group', 'phase', 'objective', false],
    ['a text of a reference', 'ref', 'description', false],
  ])('%s: %s %s', (_, label, field, allowed) => {
    const outcome = given().when(revise(label, written(field, 0)));
    expect(outcome).toEqual(allowed ? expect.any(Array) : 'text_not_allowed');
  });

  it('come to rest also once their item was deleted: no mark that is restored stands over them', () => {
    const deleted = completed().happened('TreeItemDeleted', { id: item('phase'), items: 9 });
    expect(deleted.when(revise('step', objective(2, 'peer')))).toMatchObject([
      { type: 'TextRevised', data: { rev: 2 } },
      { type: 'ItemStatusChanged', data: { to: 'in_progress' } },
      { type: 'SignaturesVoided', data: { authors: [person('peer')] } },
    ]);
    deleted.does(revise('step', objective(2, 'peer')));
    deleted.does({ kind: 'restore_item', id: item('phase') }, 'admin');
    expect([deleted.statusOf('step'), deleted.marks('step')]).toEqual(['in_progress', []]);
  });

  it('are not deleted by whoever had not seen what others wrote, wherever in the branch it is', () => {
    const audit = given().does(revise('step', objective(1)));
    const base = audit.state.version;
    const remove = (label: Label) => ({ kind: 'delete_item', id: item(label) });
    audit.does(revise('step', objective(2, 'peer')));
    for (const label of ['step', 'phase'] as const) {
      expect(audit.when(remove(label), { by: 'manager', base })).toBe('stale_delete');
      expect(audit.when(remove(label), { by: 'manager' })).toMatchObject([{ type: 'TreeItemDeleted' }]);
      expect(audit.when(remove(label), { by: 'manager', base, mode: 'optimistic' })).toHaveLength(1);
    }
    const own = given().does(revise('step', objective(1)));
    const before = own.state.version;
    own.does(revise('step', objective(2, 'manager')));
    expect(own.when(remove('step'), { by: 'manager', base: before })).toHaveLength(1);
  });

  it('nobody revised yet come to rest in front of the deletion, and hold it up where they are another’s', () => {
    const remove = (label: Label, ...texts: readonly { id: ItemId; revisions: RevisedText[] }[]) => ({
      kind: 'delete_item',
      id: item(label),
      texts,
    });
    const said = (label: Label, ...revisions: RevisedText[]) => ({ id: item(label), revisions });
    const own = remove(
      'phase',
      said('step', objective(2, 'manager')),
      said('find', written('cause', 0, 'manager')),
    );
    expect(completed().when(own)).toMatchObject([
      { type: 'TextRevised', data: { id: item('step'), rev: 2 } },
      { type: 'ItemStatusChanged', data: { id: item('step'), to: 'in_progress' } },
      { type: 'SignaturesVoided', data: { authors: [person('manager')] } },
      { type: 'TextRevised', data: { id: item('find'), rev: 1 } },
      { type: 'TreeItemDeleted', data: { id: item('phase') } },
    ]);
    const others = remove(
      'phase',
      said('find', written('cause', 0, 'manager')),
      said('step', objective(2, 'peer')),
    );
    expect(completed().when(others)).toBe('stale_delete');
    // Rows that a revision already holds, texts of other worksheets, and unknown fields are ignored.
    const known = remove('step', said('step', objective(1, 'peer')));
    expect(completed().when(known)).toMatchObject([{ type: 'TreeItemDeleted' }]);
    const elsewhere = remove(
      'step',
      said('find', written('cause', 0, 'peer')),
      said('step', written('cause', 3, 'peer')),
    );
    expect(completed().when(elsewhere)).toMatchObject([{ type: 'TreeItemDeleted' }]);
    expect(completed().when({ ...others, texts: 'mine' })).toMatchObject([{ type: 'TreeItemDeleted' }]);
    expect(completed().when(own, { by: 'guest' })).toBe('forbidden');
  });

  it('nobody revised yet come to rest in front of the end of their audit, also those of a signed worksheet', () => {
    const end = (action: string) => ({
      kind: 'change_audit_status',
      action,
      reason: 'Fin del contrato',
      texts: [{ id: item('step'), revisions: [objective(2, 'peer')] }],
    });
    for (const [action, to] of [
      ['close', 'closed'],
      ['cancel', 'cancelled'],
    ] as const)
      expect(completed().when(end(action), { by: 'admin' })).toMatchObject([
        { type: 'TextRevised', data: { id: item('step'), rev: 2 } },
        { type: 'ItemStatusChanged', data: { id: item('step'), to: 'in_progress' } },
        { type: 'SignaturesVoided', data: { authors: [person('peer')] } },
        { type: 'AuditStatusChanged', data: { to } },
      ]);
    expect(completed().when(end('close'), { by: 'guest' })).toBe('forbidden');
  });

  it.each<[string, (audit: GivenWorksheet) => unknown, string]>([
    ['of an item that is not there', (audit) => audit.when(revise('gone', objective(0))), 'item_not_found'],
    [
      'of a closed audit',
      (audit) =>
        audit
          .happened('AuditStatusChanged', { from: 'in_progress', to: 'closed', closedOn: '2026-04-01' })
          .when(revise('find', written('cause', 0)), { by: 'admin' }),
      'audit_closed',
    ],
    ['by a guest', (audit) => audit.when(revise('step', objective(0)), { by: 'guest' }), 'forbidden'],
    [
      'that nobody sealed',
      (audit) => audit.when(revise('step', { ...objective(0), text: 'plain' as never })),
      'invalid_intent',
    ],
    ['none', (audit) => audit.when(revise('step')), 'invalid_intent'],
  ])('are refused: %s', (_, act, code) => {
    expect(act(given())).toBe(code);
  });
});

describe('texts and signatures', () => {
  const begun = () => given().does(revise('step', objective(1)));

  it('a signature names every text that says something, with its revision and hash', () => {
    const texts = [{ field: 'objective', rev: 1, hash: seal(2).hash }];
    expect(begun().when(sign(), { by: 'junior' })).toMatchObject([
      {},
      { type: 'ItemSigned', data: { texts } },
    ]);
  });

  it('what was written last comes to rest in front of it', () => {
    const audit = begun();
    const events = audit.when(sign({ texts: [objective(4)], textsAt: 5 }), { by: 'junior' });
    expect(events).toMatchObject([
      { type: 'TextRevised', data: { rev: 2 } },
      { type: 'ItemStatusChanged', data: { to: 'completed' } },
      { type: 'ItemSigned', data: { texts: [{ field: 'objective', rev: 2, hash: seal(5).hash }] } },
    ]);
  });

  it.each(['new', 'assigned'] as const)('first words begin work that is %s, and it is signed', (status) => {
    const audit = status === 'new' ? given() : given().status('step', status);
    expect(audit.when(sign(), { by: 'junior' })).toBe('status_not_allowed');
    expect(audit.when(sign({ texts: [objective(4)], textsAt: 5 }), { by: 'junior' })).toMatchObject([
      { type: 'TextRevised', data: { rev: 1 } },
      { type: 'ItemStatusChanged', data: { from: status, to: 'in_progress' } },
      { type: 'ItemStatusChanged', data: { from: 'in_progress', to: 'completed' } },
      { type: 'ItemSigned', data: { texts: [{ field: 'objective', rev: 1, hash: seal(5).hash }] } },
    ]);
    const unseen = sign({ texts: [objective(4, 'peer')], textsAt: 4 });
    expect(audit.when(unseen, { by: 'junior' })).toBe('changed_since');
    expect(audit.when(sign({ texts: [objective(4)] }), { by: 'guest' })).toBe('forbidden');
  });

  it('first words neither complete a finding nor what is reviewed', () => {
    const find = sign({ id: item('find'), texts: [written('cause', 4)], textsAt: 5 });
    expect(given().when(find, { by: 'junior' })).toBe('status_not_allowed');
    const review = sign({ mark: 'reviewed', texts: [objective(4)], textsAt: 5 });
    expect(given().when(review, { by: 'manager' })).toBe('not_completed');
  });

  it.each<[string, object, (audit: GivenWorksheet) => GivenWorksheet, boolean]>([
    ['their own last words', { texts: [objective(4)], textsAt: 2 }, (audit) => audit, true],
    ['words of another that they saw', { texts: [objective(4, 'peer')], textsAt: 5 }, (audit) => audit, true],
    [
      'words of another that they had not seen',
      { texts: [objective(4, 'peer')], textsAt: 4 },
      (audit) => audit,
      false,
    ],
    [
      'words of another, with no text open',
      { texts: [objective(4, 'peer')], textsAt: null },
      (audit) => audit,
      false,
    ],
    [
      'a revision of another that they saw as rows',
      { textsAt: 5 },
      (audit) => audit.does(revise('step', objective(4, 'peer')), 'peer'),
      true,
    ],
    [
      'a revision of another that they had not seen',
      { textsAt: 2, rows: 5 },
      (audit) => audit.does(revise('step', objective(4, 'peer')), 'peer'),
      false,
    ],
  ])('%s', (_, change, before, stands) => {
    const audit = before(begun());
    const outcome = audit.when(sign(change), { by: 'junior' });
    expect(outcome).toEqual(stands ? expect.any(Array) : 'changed_since');
  });

  it('with no text open, the version that they saw is what counts', () => {
    const audit = begun();
    const base = audit.state.version;
    audit.does(revise('step', objective(4, 'peer')), 'peer');
    const none = sign({ textsAt: null });
    expect(audit.when(none, { by: 'junior', base })).toBe('changed_since');
    expect(audit.when(none, { by: 'junior' })).toEqual(expect.any(Array));
  });

  it('words that come to rest under work that another signed void that first', () => {
    const audit = completed();
    const events = audit.when(sign({ texts: [objective(4, 'peer')], textsAt: 5 }), { by: 'peer' });
    expect(events).toMatchObject([
      { type: 'TextRevised' },
      { type: 'ItemStatusChanged', data: { to: 'in_progress' } },
      { type: 'SignaturesVoided', data: { voided: [{ by: person('junior') }] } },
      { type: 'ItemStatusChanged', data: { to: 'completed' } },
      { type: 'ItemSigned' },
    ]);
    const review = sign({ mark: 'reviewed', texts: [objective(4, 'manager')], textsAt: 5 });
    expect(completed().when(review, { by: 'manager' })).toBe('not_completed');
  });

  it('a change of status takes them along too, and a browser signs nothing', () => {
    const change = {
      kind: 'change_status',
      id: item('step'),
      from: 'in_progress',
      to: 'completed',
      texts: [objective(4)],
    };
    expect(begun().when(change, { by: 'junior' })).toMatchObject([
      { type: 'TextRevised', data: { rev: 2 } },
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned' },
    ]);
    expect(begun().when(change, { by: 'junior', mode: 'optimistic' })).toMatchObject([
      { type: 'ItemStatusChanged' },
    ]);
  });
});

describe('the state of texts', () => {
  it('forgets items that left the plan for good, and comes back from a snapshot', () => {
    const audit = given()
      .does(revise('step', objective(0)))
      .does(revise('find', written('cause', 0), written('effect', 0, 'peer', 0, seal(7))));
    const thawed = AuditState.thaw(
      JSON.parse(JSON.stringify(audit.state.freeze(audit.model.slices))),
      audit.model.slices,
    );
    expect([...(thawed.slice('worksheet-texts') as Iterable<unknown>)]).toEqual([
      ...(audit.state.slice('worksheet-texts') as Iterable<unknown>),
    ]);
    audit.happened('TreeItemDeleted', { id: item('risk'), items: 3 });
    expect(Object.keys(audit.texts('find'))).toEqual(['cause', 'effect']);
    audit.happened('TreeItemPurged', { id: item('risk'), items: 3 });
    expect([audit.texts('find'), Object.keys(audit.texts('step'))]).toEqual([{}, ['objective']]);
  });

  it('is the same whichever of two nodes cut a revision first, and holds every row once', () => {
    const cuts = fc.array(
      fc.record({ field: fc.constantFrom('objective', 'evidence'), row: fc.nat({ max: 9 }) }),
    );
    fc.assert(
      fc.property(cuts, cuts, (one, other) => {
        const audit = given();
        for (const { field, row } of [...one, ...other, ...one])
          audit.does(revise('step', written(field, row)));
        for (const field of ['objective', 'evidence']) {
          const rows = [...one, ...other].flatMap((cut) => (cut.field === field ? [cut.row] : []));
          const text = audit.texts('step')[field];
          expect(text?.upTo).toBe(rows.length === 0 ? undefined : Math.max(...rows));
          const climbs = rows.filter((row, at) => rows.slice(0, at).every((before) => before < row)).length;
          expect(text?.rev ?? 0).toBe(climbs);
        }
      }),
      { numRuns: 40 },
    );
  });
});
