import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { MAX_UPDATE_PARTS } from './protocol.ts';
import { endOf, inOrder, type Struct } from './in-order.ts';

/** Characters in one run of text that stay together; at most four times as many bytes. */
const RUN = 8_192;
/** Upper bound in bytes of a deleted range, and of a client's header. */
const RANGE_BYTES = 20;
/** Maximum structs and ranges of a part; skips in between count towards the limit too, hence half. */
const MOST_PARTS = MAX_UPDATE_PARTS / 2;
/** Spare bytes, because a struct's exact size within the part is known only after writing. */
const SLACK = 64;

/**
 * Splits an update into parts to be applied in order: none has more than `most` bytes (unless a single value has) or
 * more than half of `MAX_UPDATE_PARTS`. Small updates stay in one piece.
 */
export function splitUpdate(update: Uint8Array, most: number): readonly Uint8Array[] {
  return [...partsOfUpdate(update, most)];
}

/** Lazy `splitUpdate`: making all parts of a large document at once takes long. */
export function* partsOfUpdate(update: Uint8Array, most: number): Generator<Uint8Array, void> {
  // A struct takes at least two bytes, so the limit of parts holds too.
  if (update.length <= Math.min(most, MAX_UPDATE_PARTS)) {
    yield update;
    return;
  }
  const { structs, ds } = Y.decodeUpdate(update);
  let part = new Part();
  let isWhole = true;
  const isFull = (bytes: number): boolean =>
    part.bytes > 0 && (part.bytes + bytes + SLACK > most || part.parts >= MOST_PARTS);
  for (const struct of inOrder(byClient(structs))) {
    for (const run of runsOf(struct)) {
      const bytes = written(run);
      if (isFull(bytes.length)) {
        isWhole = false;
        yield part.end();
        part = new Part();
      }
      part.add(run, bytes);
    }
  }
  for (const [client, ranges] of ds.clients) {
    for (const { clock, len } of ranges) {
      if (isFull(RANGE_BYTES)) {
        isWhole = false;
        yield part.end();
        part = new Part();
      }
      part.remove(client, clock, len);
    }
  }
  if (part.bytes > 0) yield part.end();
  else if (isWhole) yield update;
}

function byClient(structs: ReturnType<typeof Y.decodeUpdate>['structs']): Map<number, Struct[]> {
  const found = new Map<number, Struct[]>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const own = found.get(struct.id.client);
    if (own) own.push(struct);
    else found.set(struct.id.client, [struct]);
  }
  for (const own of found.values()) own.sort((a, b) => a.id.clock - b.id.clock);
  return found;
}

/** Splits a long text into consecutive runs; the resulting document is the same. */
function* runsOf(struct: Struct): Generator<Struct> {
  let rest = struct;
  while (rest instanceof Y.Item && rest.content instanceof Y.ContentString && rest.length > RUN) {
    const { id, rightOrigin, content } = rest;
    // A surrogate pair must not be split.
    const isHigh = (content.str.charCodeAt(RUN - 1) & 0xfc00) === 0xd800;
    const at = isHigh ? RUN - 1 : RUN;
    const right = content.splice(at);
    const from = Y.createID(id.client, id.clock + at);
    const origin = Y.createID(id.client, id.clock + at - 1);
    rest.length = at;
    yield rest;
    rest = new Y.Item(from, null, origin, null, rightOrigin, null, null, right);
  }
  yield rest;
}

function written(struct: Struct | Y.Skip): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  struct.write(encoder, 0);
  return encoder.toUint8Array();
}

interface Own {
  readonly from: number;
  end: number;
  readonly structs: Uint8Array[];
}

class Part {
  bytes = 0;
  parts = 0;
  private readonly clients = new Map<number, Own>();
  private readonly removed = new Map<number, [clock: number, length: number][]>();

  add(struct: Struct, bytes: Uint8Array): void {
    const { client, clock } = struct.id;
    let own = this.clients.get(client);
    if (!own) {
      own = { from: clock, end: clock, structs: [] };
      this.clients.set(client, own);
      this.bytes += RANGE_BYTES;
    }
    if (own.end < clock) own.structs.push(written(new Y.Skip(Y.createID(client, own.end), clock - own.end)));
    own.structs.push(bytes);
    this.parts++;
    own.end = endOf(struct);
    this.bytes += bytes.length;
  }

  remove(client: number, clock: number, length: number): void {
    this.parts++;
    const ranges = this.removed.get(client);
    if (ranges) ranges.push([clock, length]);
    else this.removed.set(client, [[clock, length]]);
    this.bytes += ranges ? RANGE_BYTES : 2 * RANGE_BYTES;
  }

  end(): Uint8Array {
    const to = encoding.createEncoder();
    encoding.writeVarUint(to, this.clients.size);
    for (const [client, { from, structs }] of this.clients) {
      encoding.writeVarUint(to, structs.length);
      encoding.writeVarUint(to, client);
      encoding.writeVarUint(to, from);
      for (const bytes of structs) encoding.writeUint8Array(to, bytes);
    }
    encoding.writeVarUint(to, this.removed.size);
    for (const [client, ranges] of this.removed) {
      encoding.writeVarUint(to, client);
      encoding.writeVarUint(to, ranges.length);
      for (const [clock, length] of ranges) {
        encoding.writeVarUint(to, clock);
        encoding.writeVarUint(to, length);
      }
    }
    return encoding.toUint8Array(to);
  }
}
