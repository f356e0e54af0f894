import type { ItemStatus } from '@cotejo/audits-contracts';
import { VALUE_FIELD, type TreeNode } from '@cotejo/audits-domain';
import { z } from 'zod';

/** Encodes null: the version of a field that never changed, or the index of an absent word. */
const NONE = -1;

/** Fields whose versions are stored, in the order of their columns. */
const FIELDS = [
  'created',
  'name',
  'code',
  'place',
  'assignee',
  'status',
  'treatment',
  'dates',
  'risk',
] as const;
const FIELD_AT = new Map<string, number>(FIELDS.map((field, at) => [field, at]));
/** Numeric columns before the field versions; a column holds a number or an index into the dictionary. */
const NUMBERED = 14;
const COLUMNS = NUMBERED + FIELDS.length;
/** Properties that few nodes have, stored by name instead of in columns. */
const RARE = [
  'deletedAt',
  'dates',
  'target',
  'refParent',
  'origin',
  'risk',
  'values',
  'signatures',
  'voidedBy',
  'stretches',
] as const;
type InColumns =
  | ('id' | 'name' | 'code' | 'place' | 'fields' | 'type' | 'status' | 'assignee' | 'createdBy' | 'changedBy')
  | ('treatment' | 'completedBy' | 'version' | 'changedBefore' | 'derived' | 'deleted' | 'cameFrom');
/** Compile-time check: a new property of `TreeNode` must be added to the columns or to `RARE`. */
type CompleteNode = [Exclude<keyof TreeNode, InColumns | (typeof RARE)[number]>] extends [never]
  ? TreeNode
  : never;

/** Rare properties; `valuesSet` holds the versions of values. */
type Rare = Readonly<Record<string, unknown>> & { readonly valuesSet?: TreeNode['fields'] };

/**
 * Texts of a chunk of nodes, one array per property; `rareAt` holds the indexes of nodes with rare
 * properties.
 */
export const nodeTexts = z.object({
  id: z.array(z.string()),
  name: z.array(z.string()),
  position: z.array(z.string()),
  code: z.array(z.string().nullable()),
  rareAt: z.array(z.int()),
  rare: z.array(z.custom<Rare>((rare) => typeof rare === 'object' && rare !== null)),
});
type NodeTexts = z.infer<typeof nodeTexts>;

/**
 * Nodes in columns, which avoids creating ten thousand row objects when parsing. A change of the columns
 * requires a new snapshot shape.
 */
export interface NodeColumns {
  readonly texts: NodeTexts;
  /** Columns one after the other; -1 = none. */
  readonly numbers: Int32Array;
}

/** Interns repeated strings. */
export class Dictionary {
  readonly words: string[] = [];
  private readonly index = new Map<string, number>();

  of(word: string | null): number {
    if (word === null) return NONE;
    const known = this.index.get(word);
    if (known !== undefined) return known;
    const next = this.words.push(word) - 1;
    this.index.set(word, next);
    return next;
  }
}

/**
 * Converts nodes to columns. Decoding needs the dictionary's words as of after this call.
 * @throws for a field without a column, whose version would be lost
 */
export function columnsOf(nodes: readonly TreeNode[], words: Dictionary): NodeColumns {
  const numbers = new Int32Array(COLUMNS * nodes.length).fill(NONE);
  const columns = inColumns(numbers, nodes.length);
  const fields = columns.fields;
  const texts: NodeTexts = { id: [], name: [], position: [], code: [], rareAt: [], rare: [] };
  for (const [at, node] of nodes.entries()) {
    const [parent, position] = node.place;
    texts.id.push(node.id);
    texts.name.push(node.name);
    texts.position.push(position);
    texts.code.push(node.code);
    columns.type[at] = words.of(node.type);
    columns.status[at] = words.of(node.status);
    columns.assignee[at] = words.of(node.assignee);
    columns.parent[at] = words.of(parent);
    columns.createdBy[at] = words.of(node.createdBy);
    columns.changedBy[at] = words.of(node.changedBy);
    columns.treatment[at] = words.of(node.treatment);
    columns.completedBy[at] = words.of(node.completedBy);
    columns.version[at] = node.version;
    columns.changedBefore[at] = node.changedBefore ?? NONE;
    columns.derived[at] = node.derived ? 1 : 0;
    columns.deleted[at] = node.deleted ?? NONE;
    columns.cameBy[at] = words.of(node.cameFrom?.by ?? null);
    columns.cameFrom[at] = words.of(node.cameFrom?.statuses.join(BETWEEN) ?? null);
    let valuesSet: Record<string, number> | null = null;
    for (const field in node.fields) {
      const version = node.fields[field] ?? NONE;
      const column = FIELD_AT.get(field);
      if (column !== undefined) (fields[column] as Int32Array)[at] = version;
      // Each value has a field version of its own; their number varies per item.
      else if (field.startsWith(VALUE_FIELD)) (valuesSet ??= {})[field] = version;
      else throw new Error(`the field ${field} of ${node.id} has no column`);
    }
    const rare = rareOf(node, valuesSet);
    if (!rare) continue;
    texts.rareAt.push(at);
    texts.rare.push(rare);
  }
  return { texts, numbers };
}

/**
 * Decodes the nodes of some columns and appends them to `into`.
 * @throws for columns of different lengths, or for an index beyond the dictionary
 */
export function addNodes({ texts, numbers }: NodeColumns, words: readonly string[], into: TreeNode[]): void {
  const { id: ids, name, position, code } = texts;
  for (const column of [name, position, code])
    if (column.length !== ids.length) throw new Error('columns of different lengths');
  if (numbers.length !== COLUMNS * ids.length) throw new Error('columns of different lengths');
  const columns = inColumns(numbers, ids.length);
  const word = (column: Int32Array, at: number): string | null => {
    const index = column[at] as number;
    if (index === NONE) return null;
    const found = words[index];
    if (found === undefined) throw new Error(`no word ${index}`);
    return found;
  };
  const first = into.length;
  for (const [at, id] of ids.entries()) {
    const deleted = columns.deleted[at] as number;
    const changedBefore = columns.changedBefore[at] as number;
    const node = {
      id,
      type: word(columns.type, at),
      name: name[at],
      code: code[at],
      status: word(columns.status, at),
      assignee: word(columns.assignee, at),
      place: [word(columns.parent, at), position[at]],
      createdBy: word(columns.createdBy, at),
      version: columns.version[at],
      changedBy: word(columns.changedBy, at),
      fields: fieldsAt(columns.fields, at),
      treatment: word(columns.treatment, at),
      derived: columns.derived[at] === 1,
      completedBy: word(columns.completedBy, at),
      deleted: deleted === NONE ? null : deleted,
    } as unknown as Writable<TreeNode>;
    if (changedBefore !== NONE) node.changedBefore = changedBefore;
    const by = word(columns.cameBy, at);
    if (by !== null) node.cameFrom = { by, statuses: statusesOf(word(columns.cameFrom, at) ?? '') };
    into.push(node);
  }
  for (const [index, at] of texts.rareAt.entries()) {
    const node = into[first + at];
    const { valuesSet, ...rare } = texts.rare[index] ?? {};
    if (!node) throw new Error(`no node ${at}`);
    Object.assign(node, rare, valuesSet && { fields: { ...node.fields, ...valuesSet } });
  }
}

/** Separator of statuses, which contain no spaces. */
const BETWEEN = ' ';
const statusesOf = (words: string): readonly ItemStatus[] =>
  words.split(BETWEEN).filter((word) => word !== '') as ItemStatus[];

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function inColumns(numbers: Int32Array, count: number) {
  const column = (at: number): Int32Array => numbers.subarray(at * count, (at + 1) * count);
  return {
    type: column(0),
    status: column(1),
    assignee: column(2),
    parent: column(3),
    createdBy: column(4),
    changedBy: column(5),
    treatment: column(6),
    completedBy: column(7),
    version: column(8),
    changedBefore: column(9),
    derived: column(10),
    deleted: column(11),
    cameBy: column(12),
    cameFrom: column(13),
    fields: FIELDS.map((_, at) => column(NUMBERED + at)),
  };
}

function fieldsAt(columns: readonly Int32Array[], at: number): TreeNode['fields'] {
  const fields: Record<string, number> = {};
  for (let index = 0; index < FIELDS.length; index++) {
    const version = columns[index]?.[at] ?? NONE;
    if (version !== NONE) fields[FIELDS[index] as string] = version;
  }
  return fields;
}

function rareOf(node: CompleteNode, valuesSet: TreeNode['fields'] | null): Rare | null {
  let rare: Record<string, unknown> | null = valuesSet && { valuesSet };
  for (const name of RARE) {
    const fact = node[name];
    if (fact !== undefined) (rare ??= {})[name] = fact;
  }
  return rare;
}
