import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionOf, namesPerson, noteParts, type NotePart } from './note-mentions.ts';

const ana = '2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01';
const luis = '2f0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a02';
const words = (text: string) => ({ kind: 'words', text }) as const;
const person = (id: string) => ({ kind: 'person', id }) as const;

describe('the text of a note', () => {
  it.each<[string, readonly unknown[]]>([
    ['', []],
    ['Falta el acta', [words('Falta el acta')]],
    [`@[${ana}]`, [person(ana)]],
    [`@[${ana}] y @[${luis}]: revisen`, [person(ana), words(' y '), person(luis), words(': revisen')]],
    [`(@[${ana.toUpperCase()}])`, [words('('), person(ana), words(')')]],
    // Near misses of the notation.
    ['escriba a ana@[empresa].co', [words('escriba a ana@[empresa].co')]],
    ['@[0000-0000]', [words('@[0000-0000]')]],
    [`@${ana}`, [words(`@${ana}`)]],
    ['@[zf0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01]', [words('@[zf0c6f1e-6a8e-4a37-9a1c-0b1f7f0e5a01]')]],
  ])('%j', (text, expected) => {
    expect(noteParts(text)).toEqual(expected);
  });

  it('loses nothing in its parts', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.uuid({ version: 4 }).map(mentionOf),
      fc.constantFrom('@[', ']', '@'),
    );
    const written = (part: NotePart) => (part.kind === 'words' ? part.text : mentionOf(part.id));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(noteParts(text).map(written).join('')).toBe(text);
      }),
    );
  });

  it.each<[string | null, boolean]>([
    [null, false],
    ['Ana', false],
    [`@[${luis}]`, false],
    [`pregunte a @[${ana}]`, true],
  ])('names a person: %j', (text, expected) => {
    expect(namesPerson(text, ana)).toBe(expected);
  });
});
