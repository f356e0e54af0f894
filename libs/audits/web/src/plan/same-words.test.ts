import { describe, expect, it } from 'vitest';
import { item, person, TestAudit } from '../session/test-audit.fixture.ts';
import { namesake, sharedCodes } from './same-words.ts';

describe('names and codes that several items have', () => {
  it.each([
    ['a sibling, whatever the case and the accents', item(1), 'cómpras', null, item(2)],
    ['not the item itself', item(1), 'Compras', item(2), null],
    ['not an item of another branch', item(3), 'Compras', null, null],
    ['at the top', null, 'ejecución', null, item(1)],
  ])('%s', (_, parent, name, except, found) => {
    expect(namesake(new TestAudit().state, parent, name, except)).toBe(found);
  });

  it('lists the items that have a code, of the asked codes alone, and no deleted one', () => {
    const audit = new TestAudit();
    const recode = (n: number, code: string) =>
      audit.does(person(1), { kind: 'recode_item', id: item(n), code });
    for (const n of [4, 6]) recode(n, 'X-1');
    for (const n of [2, 3]) recode(n, 'X-2');
    expect([...sharedCodes(audit.state, new Set(['X-1', 'X-3']))]).toEqual([['X-1', [item(4), item(6)]]]);
    audit.does(person(1), { kind: 'delete_item', id: item(6) });
    expect(sharedCodes(audit.state, new Set(['X-1'])).size).toBe(0);
  });
});
