import { describe, expect, it } from 'vitest';
import { item } from '../session/test-audit.fixture.ts';
import { readPasted, writeCopied } from './plan-clipboard.ts';

function clipboard(held: Record<string, string> = {}) {
  const data = new Map(Object.entries(held));
  return {
    setData: (kind: string, text: string) => void data.set(kind, text),
    getData: (kind: string) => data.get(kind) ?? '',
  };
}

const audit = 'a0000000-0000-4000-8000-000000000000';

describe('the clipboard', () => {
  it('carries items to another plan, and their names to any other program', () => {
    const held = clipboard();
    const copied = { audit, ids: [item(1), item(2)], isCut: true };
    writeCopied(held, copied, ['Compras', 'Pagos']);
    expect(held.getData('text/plain')).toBe('Compras\nPagos');
    expect(readPasted(held)).toEqual({ kind: 'items', copied });
  });

  it.each([
    ['lines of text', { 'text/plain': 'Uno\r\n\r\n  \nDos\n' }, { kind: 'lines', lines: ['Uno', 'Dos'] }],
    [
      'what somebody else put under our name',
      { 'application/x-cotejo-items': '{"ids":["1"]}', 'text/plain': 'Uno' },
      { kind: 'lines', lines: ['Uno'] },
    ],
    ['nothing', {}, null],
  ])('%s', (_name, held, pasted) => {
    expect(readPasted(clipboard(held))).toEqual(pasted);
  });
});
