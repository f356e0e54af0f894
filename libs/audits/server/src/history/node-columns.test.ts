import type { TreeNode } from '@cotejo/audits-domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNodes, columnsOf, Dictionary, nodeTexts, type NodeColumns } from './node-columns.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const id = fc.uuid();
const version = fc.nat(2_147_483_647);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const field = fc.oneof(
  fc.constantFrom('created', 'name', 'code', 'place', 'assignee', 'status', 'treatment', 'dates', 'risk'),
  fc.string({ minLength: 1, maxLength: 8 }).map((key) => `v:${key}`),
);
const statuses = fc.array(fc.constantFrom('new', 'assigned', 'in_progress'), { maxLength: 4 });

/** Arbitrary nodes with every property. */
const node = fc.record(
  {
    id,
    type: fc.constantFrom('step', 'risk', 'reference'),
    name: text,
    code: orNull(text),
    status: orNull(fc.constantFrom('new', 'completed')),
    assignee: orNull(id),
    place: fc.tuple(orNull(id), text),
    createdBy: id,
    version,
    changedBy: fc.oneof(id, fc.constant('system:import')),
    changedBefore: version,
    fields: fc.dictionary(field, version, { maxKeys: 6 }),
    treatment: orNull(fc.constantFrom('action_plan', 'none')),
    derived: fc.boolean(),
    completedBy: orNull(id),
    deleted: orNull(version),
    deletedAt: text,
    dates: fc.tuple(orNull(text), orNull(text)),
    target: fc.record({ audit: orNull(id), item: id }),
    refParent: id,
    origin: fc.record({ audit: id, item: id }),
    risk: fc.record({ category: text }),
    cameFrom: fc.record({ by: id, statuses }),
    values: fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.integer())),
    signatures: fc.array(fc.record({ mark: fc.constant('completed'), by: id, at: text, version })),
    voidedBy: fc.array(id),
  },
  {
    requiredKeys: [
      ...(['id', 'type', 'name', 'code', 'status', 'assignee', 'place', 'createdBy', 'version'] as const),
      ...(['changedBy', 'fields', 'treatment', 'derived', 'completedBy', 'deleted'] as const),
    ],
  },
) as unknown as fc.Arbitrary<TreeNode>;

/** Round trip through JSON, as in a snapshot. */
const kept = ({ texts, numbers }: NodeColumns): NodeColumns => ({
  texts: nodeTexts.parse(JSON.parse(JSON.stringify(texts))),
  numbers: numbers.slice(),
});

function givenColumns(nodes: readonly TreeNode[]): { columns: NodeColumns; words: string[] } {
  const dictionary = new Dictionary();
  return { columns: kept(columnsOf(nodes, dictionary)), words: dictionary.words };
}

const [one = expect.fail('no node')] = fc.sample(node, { numRuns: 1, seed: 1 });

describe('nodes in columns', () => {
  it('come back as they were, whatever they hold, chunk after chunk', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 12 }), fc.nat(12), (nodes, cut) => {
        const dictionary = new Dictionary();
        const chunks = [nodes.slice(0, cut), nodes.slice(cut)].map((some) =>
          kept(columnsOf(some, dictionary)),
        );
        const back: TreeNode[] = [];
        for (const chunk of chunks) addNodes(chunk, dictionary.words, back);
        expect(back).toEqual(JSON.parse(JSON.stringify(nodes)));
      }),
      { numRuns: 200, seed: 17 },
    );
  });

  it('are refused when a column is shorter than another', () => {
    const { columns, words } = givenColumns([one, { ...one, id: crypto.randomUUID() as TreeNode['id'] }]);
    const { texts, numbers } = columns;
    for (const short of [
      { texts: { ...texts, name: texts.name.slice(1) }, numbers },
      { texts, numbers: numbers.slice(1) },
    ])
      expect(() => addNodes(short, words, [])).toThrow('different lengths');
  });

  it('are refused when they say a word that is not there', () => {
    const { columns } = givenColumns([one]);
    expect(() => addNodes(columns, [], [])).toThrow('no word');
  });

  it('are not made of a field that has no column: its version would be lost', () => {
    expect(() => givenColumns([{ ...one, fields: { weight: 3 } }])).toThrow('no column');
  });
});
