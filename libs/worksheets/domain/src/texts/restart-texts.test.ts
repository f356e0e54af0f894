import { describe, expect, it } from 'vitest';
import { GivenWorksheet, revise, written } from '../given-worksheet.fixture.ts';
import { item } from '../notes/given-notes.fixture.ts';

const data = { id: item('step'), from: 9, to: 3, operator: 'Ana', reason: 'no se abre' };
const restart = { kind: 'restart_texts', ...data };
const signed = () =>
  new GivenWorksheet()
    .does(revise('step', written('objective', 3)))
    .does({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: 4 }, 'junior');

describe('texts that an operator begins anew', () => {
  it('are an event that says who, why and between which rows; revisions and marks stay', () => {
    const audit = signed();
    expect(audit.when(restart)).toEqual([{ type: 'TextsRestarted', data }]);
    const before = [audit.texts('step'), audit.marks('step'), audit.statusOf('step')];
    audit.does(restart);
    expect([audit.texts('step'), audit.marks('step'), audit.statusOf('step')]).toEqual(before);
    expect(audit.when(revise('step', written('objective', 10)))).toMatchObject([
      { type: 'TextRevised', data: { rev: 2 } },
      {},
      {},
    ]);
  });

  it.each(['closed', 'cancelled'])(
    'are so in an audit that is %s too, where nobody writes any more',
    (to) => {
      const audit = signed().happened('AuditStatusChanged', {
        from: 'in_progress',
        to,
        closedOn: to === 'closed' ? '2026-03-02' : null,
      });
      expect(audit.when(revise('step', written('objective', 10)))).toBe(`audit_${to}`);
      expect(audit.when(restart)).toEqual([{ type: 'TextsRestarted', data }]);
    },
  );

  it('are those of an item that there is', () => {
    expect(signed().when({ ...restart, id: '00000001-0000-4000-8000-00000000ffff' })).toBe('item_not_found');
  });

  it.each<[string, object]>([
    ['a reason of two lines', { reason: 'una\ndos' }],
    ['no operator', { operator: ' ' }],
    ['a row that no room has', { from: 2 ** 31 }],
    ['more than was there', { from: 2, to: 3 }],
    ['a field that nobody knows', { by: 'Ana' }],
  ])('are not written with %s', (_, change) => {
    const { unwritable } = signed().model;
    expect(unwritable({ type: 'TextsRestarted', data })).toBeNull();
    expect(unwritable({ type: 'TextsRestarted', data: { ...data, ...change } })).not.toBeNull();
  });
});
