import { CHANGE_KINDS, changeSentence, type ChangeRow } from '@cotejo/audits-contracts';
import { createI18n } from '@cotejo/i18n';
import { describe, expect, it } from 'vitest';
import { worksheetErrors } from './attachments.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import { noteErrors, noteStatus } from './review-notes.ts';
import { worksheetIntentVocabulary, worksheetVocabulary } from './vocabulary.ts';
import { FLOWCHART_FIELD, TEXT_FIELDS } from './worksheet-texts.ts';

/** Alternative texts of a change besides its plain one (`changeVariant`). */
const VARIANTS = ['TextRevised_together', 'TextRevised_others'];

const sorted = (keys: Iterable<string>) => [...keys].sort();

/** Paths of the leaves: `control.instruction.*.text`. */
function paths(texts: object, above = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? paths(text, `${above}${key}.`) : [`${above}${key}`],
  );
}

describe.each([
  ['es', es],
  ['en', en],
])('the texts in %s', (_, texts) => {
  it('name every refusal, change and intent, and nothing else', () => {
    const errors = { ...noteErrors.errors, ...worksheetErrors.errors };
    expect(sorted(Object.keys(texts.errors))).toEqual(sorted(Object.keys(errors)));
    expect(sorted(Object.keys(texts.change))).toEqual(
      sorted([...Object.keys(worksheetVocabulary), ...VARIANTS]),
    );
    expect(Object.values(CHANGE_KINDS).flat()).toEqual(
      expect.arrayContaining(Object.keys(worksheetVocabulary)),
    );
    expect(sorted(Object.keys(texts.noteStatus))).toEqual(sorted(noteStatus.options));
    expect(sorted(Object.keys(texts.intent))).toEqual(sorted(Object.keys(worksheetIntentVocabulary)));
  });

  it('name every text of a worksheet', () => {
    const fields = Object.entries(TEXT_FIELDS).flatMap(([type, list]) =>
      list.map((field) => `${type}.${field}`),
    );
    expect(sorted(paths(texts.texts))).toEqual(sorted([...fields, `understanding.${FLOWCHART_FIELD}`]));
  });

  it('are the same in both languages', () => {
    expect(sorted(paths(texts))).toEqual(sorted(paths(es)));
  });
});

describe('a text that was written', () => {
  const { t } = createI18n({ language: 'es', resources: [{ namespace: 'worksheets-contracts', es, en }] });
  const speech = {
    text: (key: string, words?: Readonly<Record<string, unknown>>): string => t(key, { ...words }),
    namespaceOf: () => 'worksheets-contracts',
    format: { number: String, date: String, hours: String },
    nothing: '',
  };
  const step = { id: 'an id', type: 'step', code: null, name: 'Conciliar' };
  const ana = { author: 'an id', authorName: 'Ana' };

  it.each<[ChangeRow['detail'], string]>([
    [{ field: 'objective' }, 'editó «Objetivo»'],
    [{ field: 'instruction.f3b1.text' }, 'editó «Instrucción»'],
    [{ field: 'objective', ...ana, together: true }, 'editó «Objetivo» junto con Ana'],
    [
      { field: 'objective', ...ana, author2: 'other', author2Name: 'Luis', together: false },
      'guardó «Objetivo», que escribió Ana, Luis',
    ],
  ])('%j reads "%s"', (detail, sentence) => {
    const row = { version: 3, at: '', actor: { id: '', name: '', sigla: '' }, type: 'TextRevised' };
    expect(changeSentence({ ...row, item: step, detail }, speech)).toBe(sentence);
  });
});
