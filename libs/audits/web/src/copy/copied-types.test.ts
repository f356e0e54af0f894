import type { ItemType, RecordType } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME } from '../actions/given-plan.fixture.ts';
import { typesOfCopies } from './copied-types.ts';
import { mayHold, mayReceive } from './may-receive.ts';

describe('copies', () => {
  const { view } = new GivenPlan(SOME).does({
    kind: 'create_item',
    id: item(20),
    type: 'reference',
    parent: item(7),
    name: 'Doble aprobación',
    target: { audit: null, item: item(5) },
  });

  it.each([
    ['a risk', [4], ['risk'], ['risk']],
    ['a control', [5], ['reference'], ['link']],
    ['a reference to one', [20], ['reference'], ['link']],
    ['several', [5, 8, 20], ['reference', 'step'], ['link', 'step']],
  ])('of %s are, here and elsewhere', (_, ids, here, elsewhere) => {
    expect([...typesOfCopies(view, ids.map(item), 'here')]).toEqual(here);
    expect([...typesOfCopies(view, ids.map(item), 'elsewhere')]).toEqual(elsewhere);
  });
});

describe('an audit may receive copies', () => {
  const me = { id: 'me', role: 'leader', isSuperuser: false };
  const row = { status: 'EN PROCESO', in_team: true, created_by: { id: 'other' }, operacion: null };
  it.each([
    ['of whose team one is', {}, me, true],
    ['that one created', { in_team: false, created_by: { id: 'me' } }, me, true],
    ['of others, only for administrators', { in_team: false }, { ...me, role: 'admin' }, true],
    ['of others, for superusers whatever their role', { in_team: false }, { ...me, isSuperuser: true }, true],
    ['of others', { in_team: false }, me, false],
    ['that is closed', { status: 'CULMINADO_CERRADO' }, me, false],
    ['that is cancelled', { status: 'ANULADO' }, me, false],
    ['into which something is being imported', { operacion: 'import' }, me, false],
  ] as const)('%s', (_, changes, who, expected) => {
    expect(mayReceive({ ...row, ...changes }, who)).toBe(expected);
  });
});

describe('a kind of audit has a place', () => {
  it.each<[RecordType, ItemType[], boolean]>([
    ['audit_plan', ['risk', 'step', 'link'], true],
    ['icce', ['step'], true],
    ['icce', ['risk'], false],
    ['icce', ['step', 'risk'], false],
  ])('%s for %s: %s', (recordType, types, expected) => {
    expect(mayHold(recordType, new Set(types))).toBe(expected);
  });
});
