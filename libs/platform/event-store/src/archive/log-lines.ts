import { z } from 'zod';
import { canonicalJson } from '../canonical-json.ts';
import {
  EventStoreError,
  type JsonObject,
  type JsonValue,
  type Position,
  type SettledCommand,
} from '../port.ts';
import { MAX_NAME_LENGTH, prepareAppend } from '../validate.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedEvent } from './log-archive.ts';
import { sealSchema } from './seal.ts';

/**
 * Text form of a log, one JSON object per line: a head, events in log order, commands in the order of their ids, an
 * end. The `event` member of an event line is canonical JSON: SHA-256 of those very bytes is its content hash.
 */
export const LOG_FORMAT = 1;

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);
const name = z.string().min(1).max(MAX_NAME_LENGTH);
const position = z.string().regex(/^\d{1,20}$/);

const headLine = z.strictObject({
  kind: z.literal('cotejo-log'),
  format: z.literal(LOG_FORMAT),
  storeId: z.uuid(),
  incarnation: z.uuid(),
  exportedAt: z.iso.datetime(),
});

const placed = {
  position,
  stream: name,
  version: count,
  recordedAt: z.string().max(40),
  contentHash: sha256Hex,
  link: sha256Hex,
};

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eventLine = z.strictObject({
  kind: z.literal('event'),
  ...placed,
  event: z.strictObject({
    id: z.string(),
    type: z.string(),
    schemaVersion: z.number(),
    data: z.custom<JsonObject>(isRecord),
    meta: z.custom<JsonObject & { actor: string; at: string }>(isRecord),
  }),
});

const withheldLine = z.strictObject({ kind: z.literal('withheld'), ...placed });

const commandLine = z.strictObject({
  kind: z.literal('command'),
  id: name,
  intentHash: name,
  stream: name,
  version: z.number().int().min(-1),
  outcome: z.custom<JsonValue>((value) => value !== undefined),
});

const endLine = z.strictObject({
  kind: z.literal('end'),
  events: count,
  withheld: count,
  streams: count,
  commands: count,
  root: sha256Hex,
  order: sha256Hex,
  /** Hex SHA-256 over the command lines, line ends included. */
  commandsHash: sha256Hex,
  /** Signed when the file was made; null when the signing key was not available. */
  seal: sealSchema.nullable(),
});

export type HeadLine = z.infer<typeof headLine>;
export type EndLine = z.infer<typeof endLine>;
export type LogLine =
  | { readonly kind: 'head'; readonly head: HeadLine }
  | {
      readonly kind: 'event';
      readonly event: ArchivedEvent;
      readonly computedHash: string | undefined;
      readonly bytes: number;
    }
  | { readonly kind: 'command'; readonly command: SettledCommand }
  | { readonly kind: 'end'; readonly end: EndLine };

const parsers = {
  'cotejo-log': (value: unknown): LogLine => ({ kind: 'head', head: headLine.parse(value) }),
  event: readEvent,
  withheld: (value: unknown): LogLine => {
    const { kind: _, version, position: at, ...line } = withheldLine.parse(value);
    const event = { ...line, withheld: true, version: BigInt(version), position: at as Position } as const;
    return { kind: 'event', event, computedHash: undefined, bytes: 0 };
  },
  command: (value: unknown): LogLine => {
    const { kind: _, version, ...line } = commandLine.parse(value);
    return { kind: 'command', command: { ...line, version: BigInt(version) } };
  },
  end: (value: unknown): LogLine => ({ kind: 'end', end: endLine.parse(value) }),
} satisfies Record<string, (value: unknown) => LogLine>;

/**
 * Parses one line and applies to an event the checks that the port makes on an append.
 * @throws ArchiveError
 */
export function parseLogLine(text: string, line: number): LogLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError(line === 1 ? 'not_a_log' : 'not_json', { line, cause });
  }
  const kind = isRecord(value) ? value['kind'] : undefined;
  if (line === 1) refuseOtherFormat(value, kind);
  try {
    if (typeof kind === 'string' && Object.hasOwn(parsers, kind)) {
      return parsers[kind as keyof typeof parsers](value);
    }
  } catch (cause) {
    throw new ArchiveError('malformed_line', { line, reason: describe(cause), cause });
  }
  throw new ArchiveError('malformed_line', { line });
}

function refuseOtherFormat(value: unknown, kind: unknown): void {
  if (kind !== 'cotejo-log' || !isRecord(value)) throw new ArchiveError('not_a_log', { line: 1 });
  const { format } = value;
  if (format !== LOG_FORMAT) {
    throw new ArchiveError('unknown_format', { line: 1, reason: JSON.stringify(format)?.slice(0, 40) });
  }
}

function readEvent(value: unknown): LogLine {
  const { kind: _, version, position: at, event, ...line } = eventLine.parse(value);
  const [prepared] = prepareAppend({ stream: line.stream, expected: 'any', events: [event] }).events;
  return {
    kind: 'event',
    event: { ...event, ...line, version: BigInt(version), position: at as Position },
    computedHash: prepared?.contentHash,
    bytes: prepared?.size ?? 0,
  };
}

function describe(error: unknown): string {
  if (error instanceof z.ZodError) {
    return [...new Set(error.issues.map(({ path }) => path.join('.')))].join(', ').slice(0, 200);
  }
  return error instanceof EventStoreError ? error.message.slice(0, 200) : String(error).slice(0, 200);
}

export const writeHead = (head: Omit<HeadLine, 'kind' | 'format'>): string =>
  `${JSON.stringify({ kind: 'cotejo-log', format: LOG_FORMAT, ...head })}\n`;

/** @param content canonical JSON of the author's part of the event; null for a withheld event */
export function writeEvent(event: ArchivedEvent, content: string | null): string {
  const { position, stream, version, recordedAt, contentHash, link } = event;
  const placed = `"position":"${position}","stream":${JSON.stringify(stream)},"version":${version},"recordedAt":"${recordedAt}","contentHash":"${contentHash}","link":"${link}"`;
  return content === null
    ? `{"kind":"withheld",${placed}}\n`
    : `{"kind":"event",${placed},"event":${content}}\n`;
}

export const writeCommand = ({ version, ...command }: SettledCommand): string =>
  `${canonicalJson({ kind: 'command', ...command, version: Number(version) })}\n`;

export const writeEnd = (end: Omit<EndLine, 'kind'>): string =>
  `${JSON.stringify({ kind: 'end', ...end })}\n`;
