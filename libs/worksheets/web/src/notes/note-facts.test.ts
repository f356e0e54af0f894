import { describe, expect, it } from 'vitest';
import { marksOf, mentions } from './note-facts.ts';
import { ana, luis, noteId, step } from './notes.fixture.tsx';
import type { ShownEntry, ShownNote } from './shown-notes.ts';

const at = '2026-03-02T15:00:00.000Z';
const entry = (kind: ShownEntry['kind'], by = luis, text: string | null = null): ShownEntry => ({
  id: crypto.randomUUID(),
  kind,
  text,
  by,
  at,
  isPending: false,
});
const note = (entries: readonly ShownEntry[], text: string | null = 'x'): ShownNote => ({
  id: noteId(1),
  item: step,
  field: null,
  status: 'open',
  text,
  by: ana,
  at,
  entries,
  order: 1,
  isPending: false,
});

describe('the marks of a note', () => {
  it.each<[string, readonly ShownEntry[], readonly string[], readonly string[]]>([
    ['none while it is open', [entry('COMENTARIO')], [], []],
    ['who answered', [entry('RESPUESTA')], ['Luis Paz'], []],
    ['each person once', [entry('RESPUESTA'), entry('RESPUESTA')], ['Luis Paz'], []],
    ['all who answered', [entry('RESPUESTA'), entry('RESPUESTA', ana)], ['Luis Paz', 'Ana Ruiz'], []],
    ['who closed it', [entry('RESPUESTA'), entry('CIERRE', ana)], ['Luis Paz'], ['Ana Ruiz']],
    ['none after a reopening', [entry('RESPUESTA'), entry('CIERRE', ana), entry('REAPERTURA', ana)], [], []],
    [
      'of after it alone',
      [entry('RESPUESTA', ana), entry('REAPERTURA'), entry('RESPUESTA')],
      ['Luis Paz'],
      [],
    ],
  ])('%s', (_, entries, completed, reviewed) => {
    const marks = marksOf(note(entries));
    expect(marks.completed.map(({ name }) => name)).toEqual(completed);
    expect(marks.reviewed.map(({ name }) => name)).toEqual(reviewed);
  });
});

describe('a note names a person', () => {
  it.each<[string, ShownNote, boolean]>([
    ['in its text', note([], `@[${ana.id}]`), true],
    ['in what is said under it', note([entry('REAPERTURA', luis, `falta, @[${ana.id}]`)]), true],
    ['not when it names another', note([], `@[${luis.id}]`), false],
    ['not in words that were removed', note([entry('RESPUESTA')], null), false],
  ])('%s', (_, given, expected) => {
    expect(mentions(given, ana.id)).toBe(expected);
  });
});
