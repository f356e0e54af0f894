import { describe, expect, it } from 'vitest';
import { item, TestAudit } from '../../session/test-audit.fixture.ts';
import { indented, whyNotIndented } from './draft-row.tsx';
import { DRAFT_ID, withDraft } from './rows-with-draft.ts';
import type { ShownRow } from '../toolbar/plan-filter.ts';

/** Ejecución (1) › Compras (2) › …, Pagos (3) › Conciliar pagos (6), Recepción (7). */
const { state } = new TestAudit([[7, 'process', 1, 'Recepción']]);

describe('a new row goes further in or out', () => {
  it.each([
    ['into the last one above it', { parent: item(1), type: 'risk' }, 1, { parent: item(7), type: 'risk' }],
    [
      'into the one after which it stands',
      { parent: item(1), type: 'risk', after: item(2) },
      1,
      { parent: item(2), type: 'risk' },
    ],
    [
      'out, to right below its parent',
      { parent: item(3), type: 'risk' },
      -1,
      { parent: item(1), type: 'risk', after: item(3) },
    ],
    ['not into what may not hold it', { parent: item(1), type: 'phase' }, 1, null],
    ['not out to where it may not stand', { parent: item(1), type: 'risk' }, -1, null],
    ['not out of the top', { parent: null, type: 'phase' }, -1, null],
  ] as const)('%s', (_name, draft, by, next) => {
    expect(indented(state, draft, by)).toEqual(next);
  });
});

describe('a new row that cannot go there says why', () => {
  it.each([
    ['nothing above it', { parent: item(4), type: 'control', after: null }, 1, ['alone', undefined]],
    ['what may not hold it', { parent: item(1), type: 'phase' }, 1, ['not_into', 'Recepción']],
    ['where it may not stand', { parent: item(1), type: 'risk' }, -1, ['not_out', undefined]],
    ['the top', { parent: null, type: 'phase' }, -1, ['top', undefined]],
  ] as const)('%s', (_name, draft, by, expected) => {
    expect(indented(state, draft, by)).toBeNull();
    const { why, above } = whyNotIndented(state, draft, by);
    expect([why, above]).toEqual(expected);
  });
});

describe('the rows with the one that is being named', () => {
  const row = (n: number, children: readonly ShownRow[] | null = null) =>
    ({ id: item(n), children }) as ShownRow;
  const kept = row(4);
  const rows = [row(1, [row(2, [row(3)]), kept]), row(5)];
  const outline = (list: readonly ShownRow[]): unknown[] =>
    list.map(({ id, children }) => (children ? [id, outline(children)] : id));

  it('have it at the end, first, or after a sibling', () => {
    const at = (after?: ReturnType<typeof item> | null) =>
      outline(
        withDraft(rows, { parent: item(1), type: 'risk', ...(after === undefined ? {} : { after }) })[0]
          ?.children ?? [],
      ).map((each) => (Array.isArray(each) ? each[0] : each) as unknown);
    expect(at()).toEqual([item(2), item(4), DRAFT_ID]);
    expect(at(null)).toEqual([DRAFT_ID, item(2), item(4)]);
    expect(at(item(2))).toEqual([item(2), DRAFT_ID, item(4)]);
  });

  it('are copied only above it', () => {
    const next = withDraft(rows, { parent: item(2), type: 'risk' });
    expect(next[0]).not.toBe(rows[0]);
    expect(next[0]?.children?.[1]).toBe(kept);
    expect(next[1]).toBe(rows[1]);
    expect(withDraft(rows, null)).toBe(rows);
  });
});
