import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { withPanel, withShown } from './shown-panel.ts';

const after = (change: (now: URLSearchParams) => URLSearchParams, from: string) =>
  change(new URLSearchParams(from)).toString();

describe('what stands beside the tree', () => {
  it.each([
    [
      'an item, in the place of a panel',
      { item: 'x' as ItemId },
      'a=1&panel=notas&elemento=y',
      'a=1&hoja-id=x',
    ],
    [
      'a panel about an item',
      { panel: 'notas', about: 'x' as ItemId },
      'a=1&hoja-id=x',
      'a=1&panel=notas&elemento=x',
    ],
    ['nothing', {}, 'a=1&panel=notas&elemento=y&hoja-id=x', 'a=1'],
  ])('%s', (_, shown, from, to) => {
    expect(after(withShown(shown), from)).toBe(to);
  });

  it('of what was refused is a panel of its own', () => {
    expect(after(withPanel('rechazados'), 'auditoria-id=1&hoja-id=x&tab=2')).toBe(
      'auditoria-id=1&tab=2&panel=rechazados',
    );
  });
});
