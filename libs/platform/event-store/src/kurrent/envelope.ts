import { gunzipSync, gzipSync } from 'node:zlib';
import type { EventData, RecordedEvent as KurrentRecord } from '@kurrent/kurrentdb-client';
import { z } from 'zod';
import type { WithheldEvent } from '../archive/log-archive.ts';
import { isoFromMicros } from '../hash-chain.ts';
import {
  EventStoreError,
  type EventMeta,
  type JsonObject,
  type JsonValue,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '../port.ts';

/** Type of placeholder events for those of a purged stream, imported from another log. */
const WITHHELD_TYPE = 'cotejo-withheld';
/** Appends from this size on are compressed; the server's own limit is 1 MiB, metadata included. */
const PACK_FROM_BYTES = 786_432;
/** KurrentDB's marker for an unknown event position. */
const NO_POSITION = 2n ** 64n - 1n;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const micros = z.string().regex(/^-?\d{1,18}$/);

/** Passed through unparsed: the content hash covers the author's metadata as written. */
const authorMeta = z.custom<EventMeta>(
  (value) => isRecord(value) && typeof value['actor'] === 'string' && typeof value['at'] === 'string',
);
const outcome = z.custom<JsonValue>((value) => value !== undefined);

/** A command that an append settled: id, intent hash and outcome. */
const settledCommand = z.object({ id: z.string(), h: z.string(), o: outcome });

/** Metadata of each event written by Cotejo, beside the fields that KurrentDB keeps itself. */
const envelope = z.object({
  /** Version of this shape; its presence distinguishes Cotejo's events from other applications'. */
  cotejo: z.literal(1),
  /** When the event was recorded, in microseconds since 1970. */
  recorded: micros,
  content: hex,
  link: hex,
  /** Id of the call that wrote the event: distinguishes this call's write from an equal one of another call. */
  write: z.string(),
  schemaVersion: z.number().int().optional(),
  meta: authorMeta.optional(),
  /** On the last event of an append only. */
  commands: z.array(settledCommand).optional(),
  /** The event's type, if KurrentDB stores another: names with a leading $ are reserved by it. */
  type: z.string().optional(),
  packed: z.literal('gzip').optional(),
  withheld: z.literal(true).optional(),
});

export type CommandInLog = z.infer<typeof settledCommand>;

/** An event of the log, recognised as Cotejo's by its envelope. */
export interface StoredEvent {
  readonly event: RecordedEvent | WithheldEvent;
  readonly position: bigint;
  readonly recordedMicros: bigint;
  readonly write: string;
  readonly commands: readonly CommandInLog[];
}

/** Estimated bytes of an event's content; precise enough to bound pages and buffers. */
export function sizeOf({ event }: StoredEvent): number {
  return 'withheld' in event ? 200 : 400 + JSON.stringify(event.data).length;
}

/** An event ready to be written, with its link. */
export interface LinkedEvent {
  readonly event: NewEvent | null;
  readonly recordedMicros: bigint;
  readonly contentHash: string;
  readonly link: string;
}

/** Events in the client's form, compressed if needed: every append within the port's limit fits the server's. */
export function toEventData(
  linked: readonly LinkedEvent[],
  write: string,
  commands: readonly CommandInLog[],
): EventData[] {
  const last = linked.length - 1;
  const plain = linked.map((one, n) => describe(one, write, n === last ? commands : []));
  const size = plain.reduce(
    (bytes, { data, metadata }) =>
      bytes + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata)),
    0,
  );
  return size < PACK_FROM_BYTES ? plain.map(toJsonEvent) : plain.map(toPackedEvent);
}

interface Described {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: z.infer<typeof envelope>;
}

function describe(
  { event, recordedMicros, contentHash, link }: LinkedEvent,
  write: string,
  commands: readonly CommandInLog[],
): Described {
  const place = { cotejo: 1, recorded: String(recordedMicros), content: contentHash, link, write } as const;
  const settled = commands.length > 0 ? { commands: [...commands] } : {};
  if (!event) {
    const metadata = { ...place, ...settled, withheld: true as const };
    return { id: crypto.randomUUID(), type: WITHHELD_TYPE, data: {}, metadata };
  }
  const isReserved = event.type.startsWith('$') || event.type === WITHHELD_TYPE;
  const { id, data, schemaVersion, meta } = event;
  const renamed = isReserved ? { type: event.type } : {};
  return {
    id,
    type: isReserved ? `cotejo:${event.type}` : event.type,
    data,
    metadata: { ...place, schemaVersion, meta, ...settled, ...renamed },
  };
}

function toJsonEvent({ id, type, data, metadata }: Described): EventData {
  return { id, type, contentType: 'application/json', data, metadata };
}

function toPackedEvent({ id, type, data, metadata }: Described): EventData {
  return {
    id,
    type,
    contentType: 'application/octet-stream',
    data: bytesOf(gzipSync(JSON.stringify(data))),
    metadata: bytesOf(gzipSync(JSON.stringify({ ...metadata, packed: 'gzip' }))),
  };
}

// The client distinguishes bytes from JSON by `constructor === Uint8Array`, which fails for a Buffer.
const bytesOf = (buffer: Buffer): Uint8Array => Uint8Array.from(buffer);

/**
 * Reads an event written by Cotejo; null for others (KurrentDB's own, another application's).
 * @throws EventStoreError `fatal` when the envelope is malformed or the event has no usable position
 */
export function fromRecord(record: KurrentRecord, stream: string): StoredEvent | null {
  const metadata: unknown = unpacked(record.metadata);
  if (!isRecord(metadata) || !('cotejo' in metadata)) return null;
  const read = envelope.safeParse(metadata);
  if (!read.success) throw damaged(record, 'its metadata is not as Cotejo writes it', read.error);
  const { recorded, content, link, write, commands = [] } = read.data;
  const recordedMicros = BigInt(recorded);
  const position = positionOf(record);
  const place = {
    stream,
    version: record.revision,
    position: String(position) as Position,
    recordedAt: isoFromMicros(recordedMicros),
    contentHash: content,
    link,
  };
  const common = { position, recordedMicros, write, commands };
  if (read.data.withheld) return { ...common, event: { ...place, withheld: true } };
  const { schemaVersion, meta, type = record.type, packed } = read.data;
  const data: unknown = packed ? unpacked(record.data) : record.data;
  if (schemaVersion === undefined || !meta || !isJsonObject(data)) {
    throw damaged(record, 'it lacks what its author said');
  }
  return { ...common, event: { id: record.id, type, schemaVersion, data, meta, ...place } };
}

/** A single number identifies the place: outside explicit transactions commit and prepare position are equal. */
function positionOf(record: KurrentRecord): bigint {
  const { position } = record;
  if (!position || position.commit === NO_POSITION) {
    throw damaged(record, 'the server does not say its position (KurrentDB 22.10 or newer is needed)');
  }
  if (position.commit !== position.prepare) {
    throw damaged(record, `its positions differ: ${position.commit} and ${position.prepare}`);
  }
  return position.commit;
}

function unpacked(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || value[0] !== 0x1f || value[1] !== 0x8b) return value;
  try {
    return JSON.parse(gunzipSync(value).toString('utf8'));
  } catch {
    return value;
  }
}

function damaged(record: KurrentRecord, why: string, cause?: unknown): EventStoreError {
  return new EventStoreError('fatal', `event ${record.revision} of ${record.streamId}: ${why}`, { cause });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value) && !(value instanceof Uint8Array);
}
