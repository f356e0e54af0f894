import type { DecisionContext } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { GivenWorksheet, revise, sign, written } from '../given-worksheet.fixture.ts';
import { item, person, seal } from '../notes/given-notes.fixture.ts';

const given = () => new GivenWorksheet();
const objective = (row: number) => written('objective', row, 'junior');

describe('what the server did not establish', () => {
  const begun = () => given().does(revise('step', objective(1)));
  const forged = { ...objective(9), covers: [0, 2 ** 40] };
  const raw = (
    audit: GivenWorksheet,
    intent: { readonly kind: string; readonly [field: string]: unknown },
  ) => {
    const context = {
      now: '2026-03-02T15:00:00.000Z',
      actor: person('junior'),
      can: () => true,
      mode: 'server',
    };
    const envelope = { intent, base: audit.state.version };
    const decision = audit.model.decide(audit.state, envelope, context as DecisionContext);
    return decision.ok ? decision.events : decision.rejection.code;
  };

  it.each([
    ['a mark', { kind: 'sign_item', mark: 'completed', textsAt: 2 }],
    ['a status', { kind: 'change_status', from: 'in_progress', to: 'completed' }],
    ['a deletion', { kind: 'delete_item' }],
  ])('refuses %s, and refuses it as invalid when it says so itself', (_, change) => {
    const intent = { id: item('step'), ...change };
    expect(raw(begun(), intent)).toBe('not_sealed');
    expect(raw(begun(), { ...intent, texts: [forged] })).toBe('invalid_intent');
    const batch = { kind: 'batch', parts: [{ schema: intent.kind === 'sign_item' ? 1 : 2, intent }] };
    expect(raw(begun(), batch)).toBe('not_sealed');
  });

  it.each([2, 3, 2 ** 40, Number.MAX_SAFE_INTEGER])(
    'is how far somebody read: %i of two rows is none, and only the others’ words count',
    (textsAt) => {
      const sealed = { rows: 2, texts: [] };
      const outcome = begun().when(sign({ ...sealed, textsAt }), { by: 'peer' });
      expect(outcome).toEqual(textsAt === 2 ? expect.any(Array) : 'changed_since');
      expect(begun().when(sign({ ...sealed, textsAt }), { by: 'junior' })).toHaveLength(2);
    },
  );

  it('keeps nothing out that is written later, where an old stream holds it', () => {
    const stored = { id: item('step'), rev: 2, ...forged, characters: 2 ** 52 };
    const beyond = begun().happened('TextRevised', stored);
    expect(beyond.when(revise('step', objective(2)))).toMatchObject([{ data: { rev: 3, covers: [0, 2] } }]);
    const plausible = begun().happened('TextRevised', { ...stored, covers: [0, 1_000] });
    expect(
      plausible.when(sign({ rows: 3, texts: [objective(2)], textsAt: 3 }), { by: 'junior' }),
    ).toMatchObject([
      { type: 'TextRevised', data: { rev: 3, covers: [0, 2] } },
      { type: 'ItemStatusChanged' },
      { type: 'ItemSigned' },
    ]);
  });

  it.each<[string, object]>([
    ['characters that no column holds', { characters: 2 ** 52 }],
    ['more characters than its body', { text: seal(5), characters: 6 }],
    ['characters of nothing', { text: null, characters: 1 }],
    ['rows that no room has', { covers: [0, 2 ** 31] }],
    ['rows in no order', { covers: [3, 2] }],
    ['a revision beyond counting', { rev: 2 ** 31 }],
    ['a field that nobody knows', { by: person('junior') }],
  ])('is not written: %s', (_, change) => {
    const data = { id: item('step'), rev: 1, ...objective(3), characters: 1 };
    const { unwritable } = given().model;
    expect(unwritable({ type: 'TextRevised', data })).toBeNull();
    expect(unwritable({ type: 'TextRevised', data: { ...data, ...change } })).not.toBeNull();
  });

  it('has a shape for every event that may be written', () => {
    for (const { writable = {}, events } of given().model.slices)
      expect(Object.keys(writable).sort()).toEqual(Object.keys(events).sort());
  });
});
