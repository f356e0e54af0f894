import * as Y from 'yjs';
import { parentIdOf } from '../in-order.ts';
import { MOST_DEPTH, rootNameOf, type RootKinds } from '../protocol.ts';

/** Where a run of clocks of one client stands in a document. */
export interface Place {
  readonly clock: number;
  readonly end: number;
  /** Null for what is nowhere any more. */
  readonly root: string | null;
  /** Elements that it stands in. */
  readonly depth: number;
}

/** By client id, in the order of their clocks. */
export type Places = ReadonlyMap<number, readonly Place[]>;

export interface Surroundings {
  readonly document: Y.Doc;
  readonly kinds: RootKinds;
  /** Of updates that were accepted just before. */
  readonly known?: Places | undefined;
  /** Of the update itself, so far. */
  readonly fresh: Places;
}

/**
 * Where a struct will stand, once all that it builds on is there; `nowhere` when nothing of its kind may: elements
 * and their texts stand in rich text alone and only so deep, in maps there are plain values. Whoever reads a
 * document goes down into what is in it, so what is too deep would be too deep for all of them.
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
  // As it was decoded: the name of a root, the id of what it is in, or nothing where its neighbours say it.
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

/** What editors make: neither bytes nor documents within documents, no types but elements and texts, nothing too deep. */
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

/** Bytes have no place in a value either: as JSON they would be a hundred times as long. */
function isShallow(value: unknown, left: number = MOST_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (ArrayBuffer.isView(value)) return false;
  return left > 0 && Object.values(value).every((each) => isShallow(each, left - 1));
}

/** A mark is said again with every run of text under it: call it once its value is known to be shallow. */
const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= MOST_MARK_CHARACTERS;

/**
 * Whether clocks and deletions are such as Yjs writes: numbers that stay exact, and ranges that follow one another. A
 * range told again and again would be gone through each time, by everybody who is sent it.
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

/** Characters and deletions of one client in one document: more than anybody makes in a life. */
const MOST_CLOCK = 2 ** 40;
const MOST_MARK_NAME = 100;
/** Of the JSON of a mark's value: the longest is the address of a link. */
const MOST_MARK_CHARACTERS = 32_768;
