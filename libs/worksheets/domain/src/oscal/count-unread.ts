import { UNREAD_KINDS, type UnreadCounts, type UnreadKind } from '@cotejo/audits-contracts';

type Holder = 'catalog' | 'group' | 'control' | 'part' | 'param';

/** Fields that the import reads, by kind of object: null for plain text, else the kind of the list's elements. */
const READ: Readonly<Record<Holder, Readonly<Record<string, Holder | 'prop' | null>>>> = {
  catalog: { uuid: null, metadata: null, params: 'param', groups: 'group', controls: 'control' },
  group: { id: null, class: null, title: null, params: 'param', groups: 'group', controls: 'control' },
  control: {
    ...{ id: null, class: null, title: null, params: 'param', props: 'prop', parts: 'part' },
    controls: 'control',
  },
  part: {
    id: null,
    class: null,
    ns: null,
    name: null,
    title: null,
    props: 'prop',
    prose: null,
    parts: 'part',
  },
  param: { id: null, class: null, label: null, props: 'prop', values: null, select: null },
};
/** `sort-id` describes the order that the file already has. */
const READ_PROPS: ReadonlySet<unknown> = new Set(['label', 'status', 'aggregates', 'method', 'sort-id']);
const KINDS: ReadonlySet<string> = new Set(UNREAD_KINDS);

/** Counts of a parsed catalogue's unread parts, by kind. */
export function countUnread(catalogue: unknown): UnreadCounts {
  const counts: Partial<Record<UnreadKind, number>> = {};
  const add = (field: string, many: number): void => {
    const kind = KINDS.has(field) ? (field as UnreadKind) : 'other';
    counts[kind] = (counts[kind] ?? 0) + many;
  };
  const waiting: [Holder, unknown][] = [['catalog', catalogue]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [holder, object] = next;
    if (typeof object !== 'object' || object === null) continue;
    for (const [field, value] of Object.entries(object)) {
      const of = Object.hasOwn(READ[holder], field) ? READ[holder][field] : undefined;
      if (of === undefined) add(field, sizeOf(field, value));
      else if (of === 'prop') add('props', listOf(value).filter(isUnreadProperty).length);
      else if (of !== null) for (const one of listOf(value)) waiting.push([of, one]);
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, many]) => many > 0));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isUnreadProperty = (property: unknown): boolean =>
  typeof property === 'object' && property !== null && 'name' in property && !READ_PROPS.has(property.name);

/** Number of elements of a list; for the back matter, of its resources. */
function sizeOf(field: string, value: unknown): number {
  if (field === 'back-matter' && typeof value === 'object' && value !== null && 'resources' in value)
    return listOf(value.resources).length;
  return Array.isArray(value) ? value.length : 1;
}
