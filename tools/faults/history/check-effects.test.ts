import { describe, expect, it } from 'vitest';
import { checkEffects, type ItemThen } from './check-effects.ts';
import { asked, InventedLog, STREAM } from './history.fixture.ts';
import type { AskedIntent } from './ledger.ts';

const accepted = { answers: [{ outcome: { ok: true }, version: 3 }] } as const;
const item: NonNullable<ItemThen> = {
  name: 'Compras',
  code: 'P-1',
  status: 'new',
  assignee: null,
  parent: 'phase',
  deleted: false,
};

function namesOf(intent: AskedIntent, log: InventedLog, states: readonly ItemThen[]): string[] {
  const writtenBy = (command: string) => log.events.filter(({ meta }) => meta.command === command);
  return checkEffects([intent], writtenBy, () => () => states).map(({ name }) => name);
}

const wrote = (type: string, data: Record<string, string | null>): InventedLog => {
  const log = new InventedLog();
  log.write(STREAM, 'command', type, data);
  return log;
};

describe('the checker of effects', () => {
  const rename = asked('command', 0, { ...accepted, answers: [...accepted.answers] });
  const none = new InventedLog();

  it('accepts an event that says what was asked', () => {
    expect(namesOf(rename, wrote('TreeItemRenamed', { id: 'item', name: 'Compras' }), [])).toEqual([]);
  });

  it('accepts that nothing was written where nothing was left to do', () => {
    expect(namesOf(rename, none, [{ ...item, name: 'Pagos' }, item])).toEqual([]);
  });

  it.each([
    ['another name', wrote('TreeItemRenamed', { id: 'item', name: 'Pagos' })],
    ['another item', wrote('TreeItemRenamed', { id: 'other', name: 'Compras' })],
    ['another deed', wrote('TreeItemDeleted', { id: 'item' })],
  ])('names an acceptance that wrote %s', (_, log) => {
    expect(namesOf(rename, log, [{ ...item, name: 'Pagos' }])).toEqual(['effect-missing']);
  });

  it('names an acceptance that wrote nothing though there was something to do', () => {
    expect(namesOf(rename, none, [{ ...item, name: 'Pagos' }])).toEqual(['acknowledged-lost']);
  });

  const kinds: readonly (readonly [AskedIntent['intent'], ItemThen])[] = [
    [{ kind: 'recode_item', id: 'item', code: 'P-2' }, item],
    [{ kind: 'move_item', id: 'item', parent: 'other' }, item],
    [{ kind: 'assign_item', id: 'item', assignee: 'somebody' }, item],
    [{ kind: 'change_status', id: 'item', from: 'new', to: 'in_progress' }, item],
    [{ kind: 'delete_item', id: 'item' }, item],
    [
      { kind: 'restore_item', id: 'item' },
      { ...item, deleted: true },
    ],
    [{ kind: 'create_item', id: 'item', type: 'step', parent: 'phase' }, item],
  ];
  it.each(kinds)('names %o when it left no trace', (intent, before) => {
    expect(namesOf({ ...rename, intent }, none, [before])).toEqual(['acknowledged-lost']);
  });

  it('asks nothing of refusals and of what was not answered', () => {
    const refused = { outcome: { ok: false as const, code: 'forbidden' }, version: 3 };
    expect(namesOf({ ...rename, answers: [refused] }, none, [])).toEqual([]);
    expect(namesOf({ ...rename, answers: [] }, none, [])).toEqual([]);
  });
});
