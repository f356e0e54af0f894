import { describe, expect, it } from 'vitest';
import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { id } from '../room/cluster.fixture.ts';
import { chunksOf, CHUNK_BYTES } from './operation-chunks.ts';

const phases = (count: number, bytes = 0): KernelIntent[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ kind: 'create_item', type: 'phase', parent: null, name: 'x'.repeat(bytes) },
    id: id('i', n) as ItemId,
  }));

describe('the chunks of an operation', () => {
  it.each<[string, KernelIntent[], number[]]>([
    ['none for nothing', [], []],
    ['one for few intents', phases(60), [60]],
    ['of at most sixty intents', phases(125), [60, 60, 5]],
    ['smaller when the intents are large', phases(5, CHUNK_BYTES / 2 - 1_000), [2, 2, 1]],
    ['of one intent that alone is too large', phases(2, CHUNK_BYTES + 1), [1, 1]],
  ])('are %s', (_, intents, sizes) => {
    const chunks = [...chunksOf(intents)];
    expect(chunks.map(({ length }) => length)).toEqual(sizes);
    expect(chunks.flat()).toEqual(intents);
  });

  it('are taken one by one: the intents of the next are not made before', () => {
    let made = 0;
    const intents = function* () {
      for (const intent of phases(200)) {
        made++;
        yield intent;
      }
    };
    for (const chunk of chunksOf(intents())) {
      expect(chunk).toHaveLength(60);
      break;
    }
    expect(made).toBe(61);
  });
});
