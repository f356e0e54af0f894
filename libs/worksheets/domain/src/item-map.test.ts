import type { ItemId } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ItemMap } from './item-map.ts';

const id = (n: number) => `00000001-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId;

it('keeps what a map would, and leaves the one before as it was', () => {
  const act = fc.oneof(
    fc.record({ set: fc.nat({ max: 40 }), to: fc.nat() }),
    fc.record({ drop: fc.array(fc.nat({ max: 40 })) }),
  );
  fc.assert(
    fc.property(fc.array(act), (acts) => {
      let map = ItemMap.of<number>();
      let plain = new Map<ItemId, number>();
      for (const each of acts) {
        const [before, entries] = [map, [...map]];
        plain = new Map(plain);
        if ('set' in each) {
          map = map.with(id(each.set), each.to);
          plain.set(id(each.set), each.to);
        } else {
          map = map.without(each.drop.map(id));
          for (const n of each.drop) plain.delete(id(n));
        }
        expect(new Map(map)).toEqual(plain);
        expect([...before]).toEqual(entries);
        expect([...plain].every(([key, value]) => map.get(key) === value)).toBe(true);
      }
      expect(new Map(ItemMap.of(plain))).toEqual(plain);
    }),
  );
});
