import * as Y from 'yjs';

/** What a root of a document is: the rich text of an editor, or plain data. */
export type RootKind = 'rich-text' | 'map';

/** Null for a root that a document may not have. */
export type RootKinds = (root: string) => RootKind | null;

/** A field as it stands. */
export interface FieldContent {
  readonly field: string;
  /** What a person reads, a line a block; empty for plain data. */
  readonly text: string;
  /** Rich text: the JSON of ProseMirror, keys in one order; null when there is nothing in it. */
  readonly json: JsonValue;
}

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Nobody nests deeper, and who does it on purpose would break whoever reads: it is refused. */
export const MOST_DEPTH = 100;
/** Marks that stand over one place, and characters of JSON that the marks of a field take: nobody has more. */
const MOST_MARKS_AT_ONCE = 32;
const MOST_MARKS_OF_FIELD = 2 * 1024 * 1024;
/** The editor's binding numbers marks of one name that overlap. */
const OVERLAPPING_MARK = /^(.*)--[a-zA-Z0-9+/=]{8}$/;
/** Elements that a person sees as lines of their own. */
const INLINE_ELEMENTS: ReadonlySet<string> = new Set(['hardBreak', 'mention', 'image']);

/** One field of a document; the same for equal documents, whoever holds them. */
export function contentOf(document: Y.Doc, field: string, kind: RootKind): FieldContent {
  if (kind === 'map') {
    const map = document.getMap(field);
    return { field, text: '', json: map.size === 0 ? null : inOrder(map.toJSON()) };
  }
  const lines: string[] = [];
  const content = childrenOf(document.getXmlFragment(field), { lines, marks: MOST_MARKS_OF_FIELD }, 0);
  const json = content.length === 0 ? null : { content, type: 'doc' };
  return { field, text: lines.join('\n').trim(), json };
}

/** All fields that a document has, sorted by name; what is not known is left out. */
export function contentsOf(document: Y.Doc, kinds: RootKinds): FieldContent[] {
  return [...document.share.keys()].sort().flatMap((field) => {
    const kind = kinds(field);
    return kind ? [contentOf(document, field, kind)] : [];
  });
}

/** What of a field is read as it is gone through. */
interface Reading {
  readonly lines: string[];
  /** Characters that marks may still take. */
  marks: number;
}

function childrenOf(parent: Y.XmlFragment, reading: Reading, depth: number): JsonValue[] {
  if (depth > MOST_DEPTH) return [];
  return parent.toArray().flatMap((child): JsonValue[] => {
    if (child instanceof Y.XmlText) return textOf(child, reading);
    if (child instanceof Y.XmlElement) return [elementOf(child, reading, depth)];
    return [];
  });
}

function elementOf(element: Y.XmlElement, reading: Reading, depth: number): JsonValue {
  const { lines } = reading;
  const type = element.nodeName;
  if (type === 'hardBreak' || (!INLINE_ELEMENTS.has(type) && isTextBlock(element))) lines.push('');
  const attributes = element.getAttributes() as Record<string, JsonValue | undefined>;
  const label = attributes['label'];
  if (INLINE_ELEMENTS.has(type) && typeof label === 'string') addText(lines, label);
  const content = childrenOf(element, reading, depth + 1);
  return {
    ...(Object.keys(attributes).length > 0 && { attrs: inOrder(attributes) }),
    ...(content.length > 0 && { content }),
    type,
  };
}

const isTextBlock = (element: Y.XmlElement): boolean =>
  element.toArray().some((child) => child instanceof Y.XmlText) || element.length === 0;

interface Mark {
  readonly json: JsonValue;
  /** Characters of its JSON. */
  readonly size: number;
}

/** Runs of text as `toDelta` tells them, but marks no more often than a field can hold. */
function textOf(node: Y.XmlText, reading: Reading): JsonValue[] {
  const runs: { text: string; readonly marks: readonly Mark[] }[] = [];
  const open = new Map<string, Mark>();
  let isBroken = true;
  for (let item = node._start; item; item = item.right) {
    if (item.deleted) continue;
    const { content } = item;
    const run = isBroken ? undefined : runs.at(-1);
    isBroken = !(content instanceof Y.ContentString);
    if (content instanceof Y.ContentFormat) setMark(open, content);
    if (!(content instanceof Y.ContentString)) continue;
    if (run) run.text += content.str;
    else runs.push({ text: content.str, marks: affordable(open, reading) });
  }
  return runs.map(({ text, marks }): JsonValue => {
    addText(reading.lines, text);
    const told = marks.map(({ json }) => json);
    return told.length > 0 ? { marks: told, text, type: 'text' } : { text, type: 'text' };
  });
}

function setMark(open: Map<string, Mark>, { key, value }: Y.ContentFormat): void {
  const given: unknown = value;
  if (given === null) open.delete(key);
  else open.set(key, markOf(key, given));
}

/** In the order of their names: all of them, or none where nobody would have so many or they would be too long. */
function affordable(open: ReadonlyMap<string, Mark>, reading: Reading): readonly Mark[] {
  if (open.size > MOST_MARKS_AT_ONCE) return [];
  const marks = [...open].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mark]) => mark);
  const size = marks.reduce((sum, mark) => sum + mark.size, 0);
  if (size > reading.marks) return [];
  reading.marks -= size;
  return marks;
}

function markOf(name: string, attrs: unknown): Mark {
  const type = OVERLAPPING_MARK.exec(name)?.[1] ?? name;
  // Marks have attributes by name; any other value says no more than that the mark is there.
  const isBare =
    typeof attrs !== 'object' || attrs === null || Array.isArray(attrs) || Object.keys(attrs).length === 0;
  const json: JsonValue = isBare ? { type } : { attrs: inOrder(attrs), type };
  return { json, size: JSON.stringify(json).length };
}

function addText(lines: string[], text: string): void {
  lines[Math.max(0, lines.length - 1)] = `${lines.at(-1) ?? ''}${text}`;
}

/** The same with sorted keys, and nothing that JSON does not know. */
function inOrder(value: unknown, depth = 0): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || depth > MOST_DEPTH) return null;
  if (Array.isArray(value)) return value.map((each) => inOrder(each, depth + 1));
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, inOrder(each, depth + 1)]));
}

/** Name of the root that a type is in; null for one that is in none any more. */
export function rootNameOf(type: InDocument): string | null {
  let at: InDocument = type;
  while (at._item) {
    const { parent } = at._item;
    if (!(parent instanceof Y.AbstractType)) return null;
    at = parent;
  }
  const { doc } = at;
  const known = rootNames.get(at);
  if (known !== undefined && doc?.share.get(known) === at) return known;
  // All at once: a document may have thousands of roots, and each is asked about.
  for (const [name, root] of doc?.share ?? []) rootNames.set(root, name);
  return rootNames.get(at) ?? null;
}

const rootNames = new WeakMap<InDocument, string>();

/** As much of a Yjs type as tells where it is. */
interface InDocument {
  readonly _item: Y.Item | null;
  readonly doc: Y.Doc | null;
}
