import * as Y from 'yjs';
import { parentIdOf } from '../in-order.ts';
import { MOST_DEPTH, rootNameOf, type RootKinds } from '../protocol.ts';

/** Position in the document tree of a run of one client's clocks. */
export interface Place {
  readonly clock: number;
  readonly end: number;
  /** Null for content that is no longer in the document. */
  readonly root: string | null;
  /** Number of enclosing elements. */
  readonly depth: number;
}

/** By client id, in the order of their clocks. */
export type Places = ReadonlyMap<number, readonly Place[]>;

export interface Surroundings {
  readonly document: Y.Doc;
  readonly kinds: RootKinds;
  /** Places of updates accepted just before. */
  readonly known?: Places | undefined;
  /** Places of the update itself, so far. */
  readonly fresh: Places;
}

/**
 * Place of a struct after integration; `nowhere` when it is not allowed there: elements and texts only within rich text
 * and up to `MOST_DEPTH`, plain values in maps. Readers traverse a document recursively, so one that is too deep would
 * break all of them.
 */
export function placeOf(struct: Y.Item | Y.GC, around: Surroundings): Place | 'nowhere' {
  const { id, length } = struct;
  const run = { clock: id.clock, end: id.clock + length };
  if (!(struct instanceof Y.Item)) return { ...run, root: null, depth: 0 };
  const { root, depth } = standing(struct, around);
  if (depth > MOST_DEPTH) return 'nowhere';
  if (root !== null && struct.content instanceof Y.ContentType && around.kinds(root) !== 'rich-text')
    return 'nowhere';
  return { ...run, root, depth };
}

interface Standing {
  readonly root: string | null;
  readonly depth: number;
}
const NOWHERE: Standing = { root: null, depth: 0 };

function standing(item: Y.Item, around: Surroundings): Standing {
  // Decoded value: the name of a root, the id of the parent, or nothing where it follows from the neighbours.
  const parent: unknown = item.parent;
  if (typeof parent === 'string') return { root: parent, depth: 1 };
  const within = parentIdOf(item);
  if (within) {
    const { root, depth } = standingAt(within, around);
    return { root, depth: depth + 1 };
  }
  const beside = item.origin ?? item.rightOrigin;
  return beside ? standingAt(beside, around) : NOWHERE;
}

function standingAt(id: Y.ID, { document, known, fresh }: Surroundings): Standing {
  if (id.clock < Y.getState(document.store, id.client)) return inDocument(Y.getItem(document.store, id));
  return runWith(fresh, id) ?? (known && runWith(known, id)) ?? NOWHERE;
}

function runWith(places: Places, { client, clock }: Y.ID): Place | undefined {
  const runs = places.get(client) ?? [];
  let [first, last] = [0, runs.length - 1];
  while (first <= last) {
    const middle = (first + last) >> 1;
    const run = runs[middle];
    if (!run) return undefined;
    if (clock < run.clock) last = middle - 1;
    else if (clock >= run.end) first = middle + 1;
    else return run;
  }
  return undefined;
}

function inDocument(item: Y.Item | Y.GC): Standing {
  if (!(item instanceof Y.Item)) return NOWHERE;
  let depth = 0;
  let at: Y.Item | null = item;
  let type: unknown = null;
  while (at) {
    depth++;
    type = at.parent;
    at = type instanceof Y.AbstractType ? type._item : null;
  }
  return { root: type instanceof Y.AbstractType ? rootNameOf(type) : null, depth };
}

/**
 * Whether an item contains only what editors produce: no binary content, no subdocuments, no types but elements and
 * texts, nothing too deep.
 */
export function isPlain({ content }: Y.Item): boolean {
  if (content instanceof Y.ContentDoc || content instanceof Y.ContentBinary) return false;
  if (content instanceof Y.ContentType)
    return content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText;
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return isShallow(content.arr);
  if (content instanceof Y.ContentFormat)
    return content.key.length <= MOST_MARK_NAME && isShallow(content.value) && isSmall(content.value);
  if (content instanceof Y.ContentEmbed) return isShallow(content.embed);
  return true;
}

/** Binary values are refused too: as JSON they would take a hundred times as much space. */
function isShallow(value: unknown, left: number = MOST_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (ArrayBuffer.isView(value)) return false;
  return left > 0 && Object.values(value).every((each) => isShallow(each, left - 1));
}

/** Limits a mark's value, because it is repeated in the JSON of every run of text. Call it after `isShallow`. */
const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= MOST_MARK_CHARACTERS;

/**
 * Whether clocks and deletions are as Yjs writes them: integers that stay exact, and non-overlapping ranges. A repeated
 * range would be traversed each time, by every client that receives it.
 */
export function isWellMade({ structs, ds }: Decoded): boolean {
  for (const { id, length } of structs) if (id.clock + length > MOST_CLOCK) return false;
  for (const ranges of ds.clients.values()) {
    const inOrder = [...ranges].sort((a, b) => a.clock - b.clock);
    let end = 0;
    for (const { clock, len } of inOrder) {
      if (len < 1 || clock < end || clock + len > MOST_CLOCK) return false;
      end = clock + len;
    }
  }
  return true;
}

type Decoded = ReturnType<typeof Y.decodeUpdate>;

/** Clocks of one client in one document: far beyond a lifetime of edits, and exact as a number. */
const MOST_CLOCK = 2 ** 40;
const MOST_MARK_NAME = 100;
/** Characters of the JSON of a mark's value; the longest legitimate one is the URL of a link. */
const MOST_MARK_CHARACTERS = 32_768;
