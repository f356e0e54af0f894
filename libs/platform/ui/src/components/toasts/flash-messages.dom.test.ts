import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FLASH_STORAGE_KEY, leaveFlash, readFlashes, showFlashes } from './flash-messages.ts';
import { FLASH_AUTO_CLOSE, notify } from './toasts.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('flash messages', () => {
  it('are shown by the next page as toasts of their kind, once', () => {
    const shown = (['success', 'error', 'warning'] as const).map((kind) =>
      vi.spyOn(notify, kind).mockImplementation(() => undefined),
    );
    leaveFlash(localStorage, { kind: 'success', text: 'Guardado' });
    leaveFlash(localStorage, { kind: 'error', text: 'Falló' });
    leaveFlash(localStorage, { kind: 'warning', text: 'Cuidado' });
    showFlashes(localStorage);
    showFlashes(localStorage);
    expect(shown.map(({ mock }) => mock.calls)).toEqual([
      [['Guardado', { id: 'Guardado', autoClose: 4500 }]],
      [['Falló', { id: 'Falló', autoClose: 4500 }]],
      [['Cuidado', { id: 'Cuidado', autoClose: 4500 }]],
    ]);
    expect(FLASH_AUTO_CLOSE).toBe(4500);
    expect(localStorage.getItem(FLASH_STORAGE_KEY)).toBeNull();
  });

  it('are at most five: the last ones', () => {
    for (let number = 1; number <= 7; number += 1)
      leaveFlash(localStorage, { kind: 'success', text: String(number) });
    expect(readFlashes(localStorage).map(({ text }) => text)).toEqual(['3', '4', '5', '6', '7']);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"kind":"error","text":"x"}'],
    ['something else', '[1, null, {"kind":"loud","text":"x"}, {"kind":"error"}]'],
  ])('that are %s are none', (_, kept) => {
    localStorage.setItem(FLASH_STORAGE_KEY, kept);
    expect(readFlashes(localStorage)).toEqual([]);
  });
});
