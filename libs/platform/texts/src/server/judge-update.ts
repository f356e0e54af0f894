import * as Y from 'yjs';
import { endOf, parentIdOf, type Struct } from '../in-order.ts';
import { MAX_UPDATE_PARTS, refusal, type RootKinds } from '../protocol.ts';
import { isPlain, isWellMade, placeOf, type Place, type Places } from './judge-structure.ts';

/** Context in which an update is checked. */
export interface Judging {
  /** The durable document. */
  readonly document: Y.Doc;
  /** Clocks by client id that updates accepted just before will reach. */
  readonly ahead: ReadonlyMap<number, number>;
  /** Places of the contents of those updates. */
  readonly aheadPlaces?: Places;
  readonly kinds: RootKinds;
  /** Whether the author may write under this client id; `unknown` when it was never used. */
  ownerIs(client: number): 'author' | 'another' | 'unknown';
}

export type Verdict =
  | {
      readonly ok: true;
      /**
       * False when the document already contains the update; merely accepted updates do not count, as storing them may
       * fail.
       */
      readonly isNews: boolean;
      /** Client ids that were never used: the author's from now on. */
      readonly claims: readonly number[];
      /** Clocks that the document reaches with the update. */
      readonly reaches: ReadonlyMap<number, number>;
      /** Places of the update's contents. */
      readonly places: Places;
    }
  | { readonly ok: false; readonly code: string };

const MAX_CLIENTS = 64;
/** Roots of one document: each revision lists them one by one. */
const MAX_ROOTS = 4_000;
const refused = (code: string): Verdict => ({ ok: false, code });

/**
 * Checks whether an update may be applied, without applying it: its dependencies are present, it writes only to known
 * roots, and its new parts use client ids of its author. Parts that the document already has are ignored: an honest
 * client that changes node resends updates of others.
 */
export function judgeUpdate(update: Uint8Array, judging: Judging): Verdict {
  let decoded: ReturnType<typeof Y.decodeUpdate>;
  try {
    decoded = Y.decodeUpdate(update);
  } catch {
    return refused(refusal.malformed);
  }
  if (partsOf(decoded) > MAX_UPDATE_PARTS) return refused(refusal.tooCostly);
  if (!isWellMade(decoded)) return refused(refusal.malformed);
  const { document, ahead } = judging;
  const known = (client: number) => Math.max(Y.getState(document.store, client), ahead.get(client) ?? 0);

  const fresh = new Map<number, Struct[]>();
  const roots = new Set<string>();
  let isNews = false;
  for (const struct of decoded.structs) {
    if (struct instanceof Y.Skip) continue;
    isNews ||= endOf(struct) > Y.getState(document.store, struct.id.client);
    if (endOf(struct) <= known(struct.id.client)) continue;
    if (struct instanceof Y.Item && !isPlain(struct)) return refused(refusal.malformed);
    if (struct instanceof Y.Item && typeof struct.parent === 'string') {
      if (!judging.kinds(struct.parent)) return refused(refusal.foreignRoot);
      roots.add(struct.parent);
    }
    const own = fresh.get(struct.id.client);
    if (own) own.push(struct);
    else fresh.set(struct.id.client, [struct]);
  }
  if (fresh.size > MAX_CLIENTS) return refused(refusal.malformed);
  const added = [...roots].filter((root) => !document.share.has(root)).length;
  if (added > 0 && document.share.size + added > MAX_ROOTS) return refused(refusal.full);

  const claims: number[] = [];
  for (const client of fresh.keys()) {
    const owner = judging.ownerIs(client);
    if (owner === 'another') return refused(refusal.forged);
    if (owner === 'unknown') claims.push(client);
  }

  const integrated = integrate(fresh, known, judging);
  if (typeof integrated === 'string') return refused(integrated);
  const { reaches, places } = integrated;
  const reached = (client: number) => reaches.get(client) ?? known(client);
  for (const [client, ranges] of decoded.ds.clients) {
    for (const { clock, len } of ranges) {
      if (clock + len > reached(client)) return refused(refusal.incomplete);
      isNews ||= !isDeleted(document, client, clock, len);
    }
  }
  return { ok: true, isNews, claims, reaches, places };
}

interface Integrated {
  readonly reaches: ReadonlyMap<number, number>;
  readonly places: Places;
}

/**
 * Simulates integration on clocks, in Yjs's order of dependencies. Returns a refusal code when structs lack
 * dependencies or stand where they are not allowed.
 */
function integrate(
  fresh: ReadonlyMap<number, Struct[]>,
  known: (client: number) => number,
  { document, aheadPlaces, kinds }: Judging,
): Integrated | string {
  const reaches = new Map<number, number>();
  const places = new Map<number, Place[]>();
  const reached = (client: number) => reaches.get(client) ?? known(client);
  const isThere = (id: Y.ID | null) => id === null || id.clock < reached(id.client);
  const queues = [...fresh.values()].map((structs) => ({
    structs: structs.sort((a, b) => a.id.clock - b.id.clock),
    next: 0,
  }));
  for (let hasMoved = true; hasMoved;) {
    hasMoved = false;
    for (const queue of queues) {
      for (let struct = queue.structs[queue.next]; struct; struct = queue.structs[queue.next]) {
        const { client, clock } = struct.id;
        if (clock > reached(client) || !dependenciesOf(struct).every(isThere)) break;
        const place = placeOf(struct, { document, kinds, known: aheadPlaces, fresh: places });
        if (place === 'nowhere') return refusal.malformed;
        addPlace(places, client, place);
        reaches.set(client, Math.max(reached(client), endOf(struct)));
        queue.next++;
        hasMoved = true;
      }
    }
  }
  return queues.every(({ structs, next }) => next === structs.length)
    ? { reaches, places }
    : refusal.incomplete;
}

/** Merges adjacent runs in the same place; otherwise a long text would yield one entry per part. */
function addPlace(places: Map<number, Place[]>, client: number, place: Place): void {
  const own = places.get(client);
  const last = own?.at(-1);
  if (own && last?.end === place.clock && last.root === place.root && last.depth === place.depth)
    own[own.length - 1] = { ...last, end: place.end };
  else if (own) own.push(place);
  else places.set(client, [place]);
}

const dependenciesOf = (struct: Struct): (Y.ID | null)[] =>
  struct instanceof Y.Item ? [struct.origin, struct.rightOrigin, parentIdOf(struct)] : [];

function partsOf({ structs, ds }: ReturnType<typeof Y.decodeUpdate>): number {
  let parts = structs.length;
  for (const ranges of ds.clients.values()) parts += ranges.length;
  return parts;
}

/** Content that is accepted but not applied yet counts as not deleted. */
function isDeleted({ store }: Y.Doc, client: number, clock: number, length: number): boolean {
  const structs = store.clients.get(client);
  const end = clock + length;
  if (!structs || end > Y.getState(store, client)) return false;
  for (let index = Y.findIndexSS(structs, clock); ; index++) {
    const struct = structs[index];
    if (!struct || struct.id.clock >= end) return true;
    if (!struct.deleted) return false;
  }
}
