import type { ItemId } from '@cotejo/audits-contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { item, person, TestAudit } from '../session/test-audit.fixture.ts';
import { TreeRows } from '../session/rows/tree-rows.ts';
import { findingsIn, findingsOf, placeOfFinding } from './listed-findings.ts';

const NONE: ReadonlySet<ItemId> = new Set();
let audit: TestAudit;

beforeEach(() => {
  audit = new TestAudit();
  const raise = (n: number, parent: number, name: string) =>
    audit.does(person(1), { kind: 'create_item', id: item(n), type: 'finding', parent: item(parent), name });
  raise(20, 2, 'Pagos sin soporte');
  raise(21, 3, 'Conciliación atrasada');
  audit.does(person(1), { kind: 'set_values', id: item(20), values: { impact: 5 } });
});

const rows = () => new TreeRows(audit.state).read(NONE);
const all = () => findingsIn(audit.state, rows());
const ids = (list: readonly { readonly id: ItemId }[]) => list.map(({ id }) => id);

describe('the findings of a plan', () => {
  it('are listed in the order of the plan, with what they say and what they hang from', () => {
    expect(all()).toMatchObject([
      { id: item(20), name: 'Pagos sin soporte', impact: 5, treatment: null, from: { id: item(2) } },
      { id: item(21), impact: null, from: { id: item(3) } },
    ]);
    audit.does(person(1), { kind: 'delete_item', id: item(21) });
    expect(ids(all())).toEqual([item(20)]);
  });

  it.each<[string, number | null, number[]]>([
    ['of the whole audit', null, [20, 21]],
    ['of what they stand under', 1, [20, 21]],
    ['of their own process', 2, [20]],
    ['of something else', 4, []],
  ])('are listed by where they are: %s', (_name, about, expected) => {
    expect(ids(findingsOf(audit.state, all(), about === null ? null : item(about)))).toEqual(
      expected.map(item),
    );
  });

  it('are raised in the nearest thing above that may hold them', () => {
    expect(placeOfFinding(audit.state, item(2))).toEqual({ parent: item(2) });
    expect(placeOfFinding(audit.state, null)).toBeUndefined();
    const parent = placeOfFinding(audit.state, item(5))?.parent;
    expect(parent && audit.state.get(parent)).toBeDefined();
  });
});
