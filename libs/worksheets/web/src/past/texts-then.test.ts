import { FLOWCHART_FIELD, type WorksheetTextView } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { textsThen } from './texts-then.ts';

const [first, second] = ['00000001-0000-4000-8000-00000000000a', '00000001-0000-4000-8000-00000000000b'];

/** A text in its nth revision; null = empty. */
const text = (
  campo: string,
  rev: number,
  words: string | null,
  more: Partial<WorksheetTextView> = {},
): WorksheetTextView => ({
  campo,
  rev,
  caracteres: 0,
  autores: [],
  momento: null,
  version: rev,
  cuerpo: words === null ? null : { type: 'doc', content: [{ words }] },
  texto: words ?? '',
  redactado: false,
  alterado: false,
  ...more,
});
const told = (lines: ReturnType<typeof textsThen>[number]['lines']) =>
  lines?.map((line) => line.map(({ signo, texto }) => `${signo} ${texto.trim()}`).join(', '));

describe('the texts of a worksheet as they were', () => {
  it('are those of its type in the order of its fields, whether written or not; then those of its instructions', () => {
    const evidence = (id: string) => text(`instruction.${id}.evidence`, 1, 'x');
    const texts = [evidence(first), evidence(second), text('conclusion', 1, 'Bien')];
    const shown = textsThen('step', texts, null, true, [second, first]);
    expect(shown.map(({ field, text: one }) => [field, one?.texto])).toEqual([
      ['objective', undefined],
      ['evidence', undefined],
      ['conclusion', 'Bien'],
      [`instruction.${second}.evidence`, 'x'],
      [`instruction.${first}.evidence`, 'x'],
    ]);
    expect(shown.some(({ differs }) => differs)).toBe(false);
  });

  it('differ by what a later version added or took away, line by line', () => {
    const [, evidence] = textsThen(
      'step',
      [text('evidence', 1, 'Igual\nUno dos')],
      [text('evidence', 2, 'Igual\nUno tres')],
      true,
      [],
    );
    expect(evidence?.differs).toBe(true);
    expect(told(evidence?.lines ?? null)).toEqual(['igual Uno, menos dos, mas tres']);
  });

  it('differ by what they themselves added to an earlier one, or as a whole where that said nothing', () => {
    const now = [text('evidence', 2, 'Uno dos')];
    const [, evidence] = textsThen('step', now, [text('evidence', 1, 'Uno')], false, []);
    expect(told(evidence?.lines ?? null)).toEqual(['igual Uno, mas dos']);
    expect(evidence?.isAlone).toBe(false);
    expect(textsThen('step', now, [], false, [])[1]).toMatchObject({ differs: true, isAlone: true });
  });

  it('that were written afterwards differ, and those that came back to the same words do not', () => {
    const later = [text('evidence', 4, 'Nuevo'), text('conclusion', 5, 'Bien')];
    const [, evidence, conclusion] = textsThen('step', [text('conclusion', 1, 'Bien')], later, true, []);
    expect(evidence).toMatchObject({ text: undefined, differs: true });
    expect(conclusion).toMatchObject({ differs: false });
  });

  it('have no words to compare once one of the two was erased', () => {
    const erased = text('evidence', 1, null, { redactado: true });
    const [, evidence] = textsThen('step', [erased], [text('evidence', 2, 'Uno')], true, []);
    expect(evidence).toMatchObject({ differs: true, lines: null });
  });

  it('of a flowchart are compared by what its shapes and arrows say', () => {
    const node = (label: string) => ({ shape: 'activity', label, x: 0, y: 0 });
    const chart = (rev: number, nodes: object, edges: object) =>
      text(FLOWCHART_FIELD, rev, '', { cuerpo: { nodes, edges } });
    const shown = textsThen(
      'understanding',
      [chart(1, { a: node('Pedir') }, {})],
      [chart(2, { a: node('Pedir'), b: node('Pagar') }, { e: { source: 'a', target: 'b' } })],
      true,
      [],
    );
    const flow = shown.find(({ field }) => field === FLOWCHART_FIELD);
    expect(told(flow?.lines ?? null)).toEqual(['mas Pagar', 'mas Pedir → Pagar']);
  });
});
