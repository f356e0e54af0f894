import type { ItemId } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyStack, frontOf, reduceStack, type PanelStack, type StackAction } from './panel-stack.ts';
import { readShown, withStack } from './stack-address.ts';

interface Row {
  readonly name: string;
  readonly list: readonly number[];
}

const id = fc.constantFrom('a', 'b', 'c', 'd-PA', 'd-EV').map((name) => name as ItemId);
const panel = fc.oneof(
  fc.record({ name: fc.constantFrom('notas', 'historial'), about: fc.option(id) }),
  fc.record({ name: fc.constant('notas'), about: id, field: fc.constantFrom('scope', 'v:impact') }),
);
const action: fc.Arbitrary<StackAction<Row>> = fc.oneof(
  fc.record({ type: fc.constant('opened' as const), id, alone: fc.boolean() }),
  fc.record({ type: fc.constant('closed' as const), id }),
  fc.constant({ type: 'all_closed' as const }),
  fc.record({ type: fc.constant('brought_to_front' as const), id }),
  fc.record({ type: fc.constant('turned' as const), by: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ type: fc.constant('panel_opened' as const), panel }),
  fc.constant({ type: 'panel_closed' as const }),
  fc.record({ type: fc.constant('load_started' as const), id }),
  fc.record({
    type: fc.constant('load_succeeded' as const),
    id,
    data: fc.constant({ name: 'x', list: [1] }),
  }),
  fc.record({ type: fc.constant('load_failed' as const), id, why: fc.constantFrom('gone', 'unreachable') }),
  fc.record({ type: fc.constant('tab_chosen' as const), id, tab: fc.constantFrom('informacion', 'horas') }),
);

const idsOf = (stack: PanelStack<Row>) => stack.worksheets.map((sheet) => sheet.id);

describe('whatever is done', () => {
  it('each worksheet is open once, and nothing changes but what the action is about', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let stack = emptyStack<Row>();
        for (const each of actions) {
          const before = stack;
          stack = reduceStack(before, each);
          const ids = idsOf(stack);
          expect(new Set(ids).size).toBe(ids.length);
          if (each.type === 'opened') {
            expect(frontOf(stack)?.id).toBe(each.id);
            expect(stack.panel).toBeNull();
            if (each.alone) expect(ids).toEqual([each.id]);
          }
          if (each.type === 'closed') expect(ids).toEqual(idsOf(before).filter((one) => one !== each.id));
          if (each.type === 'turned' || each.type === 'brought_to_front')
            expect([...ids].sort()).toEqual(idsOf(before).sort());
          if (each.type.startsWith('load_') || each.type === 'tab_chosen')
            expect([ids, stack.panel]).toEqual([idsOf(before), before.panel]);
          for (const sheet of stack.worksheets)
            if (sheet.load.state === 'filled') expect(sheet.data).not.toBeNull();
        }
      }),
    );
  });

  it('turning as often as there are worksheets leads back to the first', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 1 }),
        fc.constantFrom(1 as const, -1 as const),
        (ids, by) => {
          const from = ids.reduce(
            (now, one) => reduceStack(now, { type: 'opened', id: one }),
            emptyStack<Row>(),
          );
          const round = ids.reduce((now) => reduceStack(now, { type: 'turned', by }), from);
          expect(idsOf(round)).toEqual(idsOf(from));
        },
      ),
    );
  });

  it('the address gives back the same stack', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const stack = actions.reduce(reduceStack<Row>, emptyStack<Row>());
        const shown = readShown(withStack(stack)(new URLSearchParams('auditoria-id=1')));
        expect(reduceStack(stack, { type: 'restored', shown })).toBe(stack);
        const elsewhere = reduceStack(emptyStack<Row>(), { type: 'restored', shown });
        expect([idsOf(elsewhere), elsewhere.panel, frontOf(elsewhere)?.tab]).toEqual([
          idsOf(stack),
          stack.panel,
          frontOf(stack)?.tab,
        ]);
      }),
    );
  });
});
