import { describe, expect, it } from 'vitest';
import { begunMention, mentionLabels, withIds } from './mention-words.ts';

const person = (n: number, name: string, initials = 'XX') => ({
  id: `00000002-0000-4000-8000-00000000000${n}`,
  name,
  initials,
});
const ana = person(1, 'Ana Ruiz', 'AR');
const long = person(2, 'Ana Ruiz Mejía', 'ARM');
const jose = person(3, 'José Peña', 'JP');
const twin = person(4, 'José Peña', 'JPE');
const id = ({ id: of }: { readonly id: string }) => `@[${of}]`;

describe('people as they are written', () => {
  it('have their initials where two share a name', () => {
    expect([...mentionLabels([ana, jose, twin]).values()]).toEqual([
      'Ana Ruiz',
      'José Peña (JP)',
      'José Peña (JPE)',
    ]);
  });
});

describe('a text as it is kept', () => {
  const labels = mentionLabels([ana, long, jose, twin]);
  it.each<[string, string]>([
    ['Falta el acta', 'Falta el acta'],
    ['@Ana Ruiz', id(ana)],
    ['(@Ana Ruiz): falta', `(${id(ana)}): falta`],
    ['@Ana Ruiz Mejía, y @Ana Ruiz.', `${id(long)}, y ${id(ana)}.`],
    ['@José Peña (JPE) y @José Peña (JP)', `${id(twin)} y ${id(jose)}`],
    // No mention.
    ['@Ana Ruizmendi', '@Ana Ruizmendi'],
    ['@Ana', '@Ana'],
    ['@José Peña', '@José Peña'],
    ['Ana Ruiz', 'Ana Ruiz'],
    ['correo@Ana Ruiz', 'correo@Ana Ruiz'],
    ['a@@Ana Ruiz', `a@${id(ana)}`],
  ])('%s', (text, kept) => {
    expect(withIds(text, labels)).toBe(kept);
  });
});

describe('a name that is being written', () => {
  it.each<[string, { at: number; query: string } | null]>([
    ['|', null],
    ['Falta|', null],
    ['@|', { at: 0, query: '' }],
    ['@An|', { at: 0, query: 'An' }],
    ['Falta, @Ana R|', { at: 7, query: 'Ana R' }],
    ['@An| y más', { at: 0, query: 'An' }],
    ['@|An', { at: 0, query: '' }],
    ['|@An', null],
    // Already completed or cancelled.
    ['@Ana Ruiz |', null],
    ['@ |', null],
    ['@ Ana|', null],
    ['@Ana\nfalta|', null],
    ['correo@ana|', null],
    [`@${'a'.repeat(41)}|`, null],
  ])('%s', (written, begun) => {
    const caret = written.indexOf('|');
    expect(begunMention(written.replace('|', ''), caret)).toEqual(begun);
  });
});
