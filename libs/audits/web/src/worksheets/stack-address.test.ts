import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { emptyStack, reduceStack, type PanelStack, type StackAction } from './panel-stack.ts';
import { readShown, withPanel, withStack } from './stack-address.ts';

const stackOf = (...actions: StackAction<object>[]): PanelStack<object> =>
  actions.reduce(reduceStack<object>, emptyStack());
const open = (id: string): StackAction<object> => ({ type: 'opened', id: id as ItemId });

describe('the address of what stands beside the tree', () => {
  it.each<[string, PanelStack<object>, string]>([
    ['nothing', stackOf(), 'a=1'],
    ['a worksheet', stackOf(open('x')), 'a=1&hoja-id=x'],
    ['an action plan', stackOf(open('x-PA')), 'a=1&hoja-id=x-PA'],
    ['one before two others', stackOf(open('y'), open('z'), open('x')), 'a=1&hoja-id=x&hojas=y&hojas=z'],
    [
      'its tab',
      stackOf(open('x'), { type: 'tab_chosen', id: 'x' as ItemId, tab: 'horas' }),
      'a=1&hoja-id=x&pestana=horas',
    ],
    [
      'a panel about an item, before a worksheet',
      stackOf(open('x'), { type: 'panel_opened', panel: { name: 'notas', about: 'y' as ItemId } }),
      'a=1&hoja-id=x&panel=notas&elemento=y',
    ],
    [
      'a panel about a field of an item',
      stackOf({ type: 'panel_opened', panel: { name: 'notas', about: 'y' as ItemId, field: 'v:impact' } }),
      'a=1&panel=notas&elemento=y&campo=v%3Aimpact',
    ],
  ])('%s', (_, stack, expected) => {
    const from = 'a=1&hoja-id=old&hojas=older&panel=p&elemento=e&campo=c&pestana=t';
    expect(withStack(stack)(new URLSearchParams(from)).toString()).toBe(expected);
  });

  it('of a panel of the audit leaves the worksheets open', () => {
    const from = new URLSearchParams('a=1&hoja-id=x&hojas=y&panel=notas&elemento=x&campo=c');
    expect(withPanel('rechazados')(from).toString()).toBe('a=1&hoja-id=x&hojas=y&panel=rechazados');
  });

  it('reads nothing where nothing is said', () => {
    expect(readShown(new URLSearchParams('hoja-id=&panel=&elemento=x&campo=c'))).toEqual({
      worksheets: [],
      panel: null,
      tab: null,
    });
  });

  it('takes a field for one of an item alone', () => {
    const panelOf = (address: string) => readShown(new URLSearchParams(address)).panel;
    expect(panelOf('panel=notas&elemento=x&campo=scope')).toEqual({
      name: 'notas',
      about: 'x',
      field: 'scope',
    });
    expect(panelOf('panel=notas&campo=scope')).toEqual({ name: 'notas', about: null });
    expect(panelOf('panel=notas&elemento=x&campo=')).toEqual({ name: 'notas', about: 'x' });
  });
});
