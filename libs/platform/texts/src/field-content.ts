import * as Y from 'yjs';

/** Type of a root of a document: an editor's rich text, or plain data. */
export type RootKind = 'rich-text' | 'map';

/** Null for a root that a document may not have. */
export type RootKinds = (root: string) => RootKind | null;

/** Current content of a field. */
export interface FieldContent {
  readonly field: string;
  /** Plain text, one line per block; empty for plain data. */
  readonly text: string;
  /** ProseMirror JSON with sorted keys (plain data: the map); null when the field is empty. */
  readonly json: JsonValue;
}

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Maximum nesting depth; deeper content is refused, because recursive readers would overflow the stack. */
export const MOST_DEPTH = 100;
/** Limits, far above real content: marks on one run of text, and characters of JSON for all marks of a field. */
const MOST_MARKS_AT_ONCE = 32;
const MOST_MARKS_OF_FIELD = 2 * 1024 * 1024;
/** y-prosemirror appends a hash to the names of overlapping marks of one type. */
const OVERLAPPING_MARK = /^(.*)--[a-zA-Z0-9+/=]{8}$/;
/** Elements that do not start a line of their own (except `hardBreak`); their label is part of the text. */
const INLINE_ELEMENTS: ReadonlySet<string> = new Set(['hardBreak', 'mention', 'image']);

/** Content of one field; deterministic, so that equal documents yield equal content. */
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

/** Contents of all known fields of a document, sorted by name. */
export function contentsOf(document: Y.Doc, kinds: RootKinds): FieldContent[] {
  return [...document.share.keys()].sort().flatMap((field) => {
    const kind = kinds(field);
    return kind ? [contentOf(document, field, kind)] : [];
  });
}

/** State while a field is traversed. */
interface Reading {
  readonly lines: string[];
  /** Remaining budget in characters for marks. */
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

/** Runs of text as `toDelta` would return them, with marks limited to the field's budget. */
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

/** Marks sorted by name; empty when they exceed the limit per run or the field's budget. */
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
  // Mark attributes are an object; for any other value the mark counts as present without attributes.
  const isBare =
    typeof attrs !== 'object' || attrs === null || Array.isArray(attrs) || Object.keys(attrs).length === 0;
  const json: JsonValue = isBare ? { type } : { attrs: inOrder(attrs), type };
  return { json, size: JSON.stringify(json).length };
}

function addText(lines: string[], text: string): void {
  lines[Math.max(0, lines.length - 1)] = `${lines.at(-1) ?? ''}${text}`;
}

/** Deep copy with sorted keys; values that JSON cannot represent become null. */
function inOrder(value: unknown, depth = 0): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || depth > MOST_DEPTH) return null;
  if (Array.isArray(value)) return value.map((each) => inOrder(each, depth + 1));
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, inOrder(each, depth + 1)]));
}

/** Name of the root that contains a type; null for a type that is no longer in the document. */
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
  // Indexes all roots at once: a document may have thousands, and each is looked up.
  for (const [name, root] of doc?.share ?? []) rootNames.set(root, name);
  return rootNames.get(at) ?? null;
}

const rootNames = new WeakMap<InDocument, string>();

/** Internal fields of a Yjs type needed to find its root. */
interface InDocument {
  readonly _item: Y.Item | null;
  readonly doc: Y.Doc | null;
}
