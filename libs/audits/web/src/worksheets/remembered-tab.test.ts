import { describe, expect, it } from 'vitest';
import { rememberedTab, rememberTab } from './remembered-tab.ts';

describe('the tab of a type', () => {
  it('is remembered for that type alone', () => {
    const kept = new Map<string, string>();
    rememberTab({ setItem: (key, value) => void kept.set(key, value) }, 'risk', 'calificacion');
    const storage = { getItem: (key: string) => kept.get(key) ?? null };
    expect([rememberedTab(storage, 'risk'), rememberedTab(storage, 'control')]).toEqual([
      'calificacion',
      null,
    ]);
  });

  it('is none where nothing may be stored', () => {
    const refuse = (): never => {
      throw new Error('SecurityError');
    };
    expect(() => rememberTab({ setItem: refuse }, 'risk', 'x')).not.toThrow();
    expect(rememberedTab({ getItem: refuse }, 'risk')).toBeNull();
  });
});
