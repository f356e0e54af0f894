import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { canonicalParts, composeContent, microsFromIso, type CanonicalParts } from './hash-chain.ts';
import {
  EventStoreError,
  MAX_APPEND_BYTES,
  type AppendRequest,
  type Command,
  type Expected,
  type NewEvent,
} from './port.ts';

/** Longest stream name, event type, command id or intent hash, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 255;
/** Deepest nesting of objects and arrays in an event or outcome. */
const MAX_JSON_DEPTH = 200;

/** An event with its content hash and the size of the hashed content. */
export interface PreparedEvent extends CanonicalParts {
  readonly event: NewEvent;
  readonly contentHash: string;
  /** Bytes in UTF-8 of the canonical JSON that `contentHash` covers. */
  readonly size: number;
}

/** A request that passed the port's checks; adapters accept nothing else. */
export interface PreparedAppend {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly PreparedEvent[];
  readonly commands: readonly Command[];
  /** Bytes of the events and of the commands' outcomes. */
  readonly bytes: number;
}

const EVENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// Postgres cannot store U+0000, and a lone surrogate has no UTF-8 form. All adapters refuse both, so that they agree.
const SUSPECT = /[\0\ud800-\udfff]/;
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Checks an append once for all adapters.
 * @throws EventStoreError `invalid` or `too-large`
 */
export function prepareAppend(request: AppendRequest): PreparedAppend {
  checkStream(request.stream);
  checkExpected(request.expected);
  if (request.events.length === 0) throw invalid('an append needs at least one event; see confirm');
  const events = request.events.map(prepareEvent);
  if (new Set(request.events.map((event) => event.id)).size < events.length) {
    throw invalid('two events of one append share an id');
  }
  const bytes = events.reduce((sum, event) => sum + event.size, 0);
  limit(bytes, 'events');
  const { stream, expected, commands = [] } = request;
  return { stream, expected, events, commands, bytes: bytes + checkCommands(commands) };
}

/**
 * Checks the arguments of `confirm`.
 * @throws EventStoreError `invalid` or `too-large`
 */
export function prepareConfirm(
  stream: string,
  version: bigint,
  commands: readonly Command[],
): PreparedAppend {
  checkStream(stream);
  checkExpected(version);
  return { stream, expected: version, events: [], commands, bytes: checkCommands(commands) };
}

/**
 * Microseconds since 1970 of a moment given by a caller.
 * @throws EventStoreError `invalid`
 */
export function momentFrom(iso: string): bigint {
  try {
    return microsFromIso(iso);
  } catch (cause) {
    throw invalid(`not a moment in ISO 8601 and UTC: ${iso}`, cause);
  }
}

/** Names may contain spaces, `%`, quotes and `-`; a leading `$` is reserved for the store's own streams. */
function checkStream(stream: string): void {
  checkName('stream name', stream);
  if (stream.startsWith('$')) throw invalid(`stream name starts with $: ${stream}`);
}

function checkExpected(expected: Expected): void {
  if (typeof expected === 'bigint' && expected < -1n)
    throw invalid(`no stream can be at version ${expected}`);
}

/** @returns bytes of the outcomes */
function checkCommands(commands: readonly Command[]): number {
  let bytes = 0;
  for (const command of commands) {
    checkName('command id', command.id);
    checkName('intent hash', command.intentHash);
    if (command.outcome === undefined) continue;
    checkJson(command.outcome, `outcome of command ${command.id}`, 0);
    bytes += Buffer.byteLength(canonicalJson(command.outcome));
  }
  if (new Set(commands.map((command) => command.id)).size < commands.length) {
    throw invalid('two commands of one request share an id');
  }
  limit(bytes, 'outcomes');
  return bytes;
}

function prepareEvent(event: NewEvent): PreparedEvent {
  if (!EVENT_ID.test(event.id)) throw invalid(`event id is not a UUID in lower case: ${event.id}`);
  checkName('event type', event.type);
  if (
    !Number.isInteger(event.schemaVersion) ||
    event.schemaVersion < 1 ||
    event.schemaVersion > 2 ** 31 - 1
  ) {
    throw invalid(`schema version of ${event.type}: ${event.schemaVersion}`);
  }
  if (!isRecord(event.data) || !isRecord(event.meta))
    throw invalid(`data and meta of ${event.type} are objects`);
  checkJson(event.data, `data of ${event.type}`, 0);
  checkJson(event.meta, `meta of ${event.type}`, 0);
  checkName(`actor of ${event.type}`, event.meta.actor);
  checkMoment(event.meta.at, event.type);
  const parts = canonicalParts(event);
  const canonical = composeContent(event, parts);
  const contentHash = hash('sha256', canonical, 'hex');
  return { event, ...parts, contentHash, size: Buffer.byteLength(canonical) };
}

function checkName(what: string, name: unknown): void {
  if (typeof name !== 'string') throw invalid(`${what} is not a text`);
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) {
    throw invalid(`${what} must have 1 to ${MAX_NAME_LENGTH} characters, has ${name.length}`);
  }
  checkText(name, what);
}

function checkMoment(at: unknown, type: string): void {
  try {
    microsFromIso(String(at));
  } catch (cause) {
    throw invalid(`moment of ${type} is not ISO 8601 in UTC: ${String(at)}`, cause);
  }
}

function checkJson(value: unknown, where: string, depth: number): void {
  switch (typeof value) {
    case 'string':
      return checkText(value, where);
    case 'boolean':
      return;
    case 'number':
      // Beyond 2^53 neighbouring integers share one double, so the value is already lost. Send a string.
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
        throw invalid(`number out of range in ${where}: ${value}`);
      }
      return;
    case 'object':
      return checkNested(value, where, depth + 1);
    default:
      throw invalid(`${typeof value} in ${where}`);
  }
}

function checkNested(value: object | null, where: string, depth: number): void {
  if (value === null) return;
  if (depth > MAX_JSON_DEPTH) throw invalid(`more than ${MAX_JSON_DEPTH} levels in ${where}`);
  if (Array.isArray(value)) {
    for (const member of value) checkJson(member, where, depth);
    return;
  }
  if (!isRecord(value)) throw invalid(`${value.constructor.name} in ${where}`);
  for (const key of Object.keys(value)) {
    checkText(key, where);
    const member = value[key];
    if (member !== undefined) checkJson(member, where, depth);
  }
}

function checkText(text: string, where: string): void {
  // The cheap test rules out almost every text; only the rest pays for the Unicode test.
  if (SUSPECT.test(text) && UNSTORABLE.test(text)) throw invalid(`U+0000 or a lone surrogate in ${where}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function limit(bytes: number, what: string): void {
  if (bytes > MAX_APPEND_BYTES) {
    throw new EventStoreError(
      'too-large',
      `${what} of one append take ${bytes} bytes of ${MAX_APPEND_BYTES}`,
    );
  }
}

function invalid(message: string, cause?: unknown): EventStoreError {
  return new EventStoreError('invalid', message, { cause });
}
