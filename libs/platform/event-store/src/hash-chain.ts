import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import type { NewEvent, RecordedEvent, StreamHead } from './port.ts';

/** Canonical JSON that the content hash covers: the event as its author wrote it, without fields added by the store. */
export function canonicalContent(event: NewEvent): string {
  return composeContent(event, canonicalParts(event));
}

/** Canonical JSON of the two large members of `canonicalContent`. */
export interface CanonicalParts {
  readonly data: string;
  readonly meta: string;
}

export function canonicalParts({ data, meta }: NewEvent): CanonicalParts {
  return { data: canonicalJson(data), meta: canonicalJson({ ...meta }) };
}

/** Builds `canonicalContent` from its parts. */
export function composeContent(
  { id, type, schemaVersion }: NewEvent,
  { data, meta }: CanonicalParts,
): string {
  return `{"data":${data},"id":${canonicalJson(id)},"meta":${meta},"schemaVersion":${canonicalJson(schemaVersion)},"type":${canonicalJson(type)}}`;
}

/** Hex SHA-256 of `canonicalContent`. */
export function contentHash(event: NewEvent): string {
  return hash('sha256', canonicalContent(event), 'hex');
}

/**
 * Link before the first event of a stream: hex SHA-256 of the stream's name, so that the chain of one stream cannot
 * pass for another's.
 */
export function genesisLink(stream: string): string {
  return hash('sha256', stream, 'hex');
}

/**
 * Hex SHA-256 of previous link ‖ version ‖ recorded microseconds ‖ content hash; both numbers as 8 bytes,
 * big-endian.
 */
export function link(previous: string, version: bigint, recordedMicros: bigint, content: string): string {
  const bytes = Buffer.alloc(80);
  bytes.write(previous, 0, 'hex');
  bytes.writeBigInt64BE(version, 32);
  bytes.writeBigInt64BE(recordedMicros, 40);
  bytes.write(content, 48, 'hex');
  return hash('sha256', bytes, 'hex');
}

/** Microseconds since 1970 as ISO 8601 in UTC with six decimals. */
export function isoFromMicros(micros: bigint): string {
  // Exact: microseconds of the next two centuries stay below 2^53.
  const whole = Number(micros);
  const milliseconds = Math.floor(whole / 1_000);
  const rest = String(whole - milliseconds * 1_000).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${rest}Z`;
}

/** Inverse of `isoFromMicros`; accepts any number of decimals and drops those beyond six. */
export function microsFromIso(iso: string): bigint {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(iso);
  const seconds = parts ? Date.parse(`${parts[1]}Z`) : Number.NaN;
  if (Number.isNaN(seconds)) throw new TypeError(`not an ISO 8601 moment in UTC: ${iso}`);
  return BigInt(seconds) * 1000n + BigInt((parts?.[2] ?? '').slice(0, 6).padEnd(6, '0'));
}

export interface BrokenLink {
  readonly stream: string;
  readonly version: bigint;
  readonly reason: 'missing-version' | 'other-stream' | 'content-changed' | 'link-changed';
}

/**
 * Walks the events of one stream, oldest first, and returns the first that does not follow from its predecessor; null
 * when the chain holds. With `after`, verification starts from that trusted head.
 */
export async function verifyStream(
  events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  after?: StreamHead,
): Promise<BrokenLink | null> {
  let stream: string | undefined;
  let previous = after;
  for await (const event of events) {
    stream ??= event.stream;
    const before: StreamHead = previous ?? { version: -1n, link: genesisLink(stream) };
    const reason = whyBroken(event, stream, before);
    if (reason) return { stream, version: before.version + 1n, reason };
    previous = { version: event.version, link: event.link };
  }
  return null;
}

function whyBroken(event: RecordedEvent, stream: string, before: StreamHead): BrokenLink['reason'] | null {
  if (event.stream !== stream) return 'other-stream';
  if (event.version !== before.version + 1n) return 'missing-version';
  if (contentHash(event) !== event.contentHash) return 'content-changed';
  const expected = link(before.link, event.version, microsFromIso(event.recordedAt), event.contentHash);
  return expected === event.link ? null : 'link-changed';
}
