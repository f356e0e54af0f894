import { EventStoreError } from '../port.ts';
import type { PreparedAppend } from '../validate.ts';
import { byteaArray, int4Array, int8Array, jsonbArray, textArray, uuidArray } from './binary-arrays.ts';

/** Requests that are written together, at most one per stream. */
export interface Group {
  readonly members: readonly PreparedAppend[];
  /** Clock in microseconds for the timestamps of events; undefined uses the server's. */
  readonly now: bigint | undefined;
  /** Takes the lock before the checks, so that no other writer can overtake. */
  readonly locked: boolean;
}

/** Answer of `es.append` to a group: a verdict per member, null for members that were written. */
export interface GroupAnswer {
  readonly verdicts: readonly (Verdict | null)[] | null;
  /** Position of the last event before this group. */
  readonly base?: number;
  /** Version of each member's stream before, and the head of its chain after, as `\x` and hex. */
  readonly olds?: readonly number[];
  readonly heads?: readonly string[];
  /** Milliseconds of work on the server, without the commit. */
  readonly worked?: number;
}

export type Place = readonly [version: number, position: number, link: string];

/** Verdict of `es.append` on one member. */
export type Verdict =
  | Place
  | { readonly replayed: Place }
  | { readonly conflict: number; readonly settled?: readonly string[] }
  | { readonly reused: readonly string[] }
  | { readonly taken: true };

/** Call of `es.append` (see `migrations/0003-append.ts`) with the values of `encodeGroup`. */
export const APPEND_SQL = `select es.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as answer`;

const ANY = -2n;
const EXISTS = -3n;

/** Deterministic: equal groups give equal bytes, so that a group may be resent while its outcome is unknown. */
export function encodeGroup({ members, now, locked }: Group): (string | boolean | Buffer | null)[] {
  const events = members.flatMap((member) => member.events);
  const numbers: number[] = [];
  const nths: number[] = [];
  for (const [index, member] of members.entries()) {
    for (let nth = 1; nth <= member.events.length; nth++) {
      numbers.push(index + 1);
      nths.push(nth);
    }
  }
  return [
    now === undefined ? null : String(now),
    locked,
    textArray(members.map(({ stream }) => stream)),
    int8Array(members.map(expectedNumber)),
    int4Array(members.map((member) => member.events.length)),
    int4Array(numbers),
    int4Array(nths),
    uuidArray(events.map(({ event }) => event.id)),
    textArray(events.map(({ event }) => event.type)),
    int4Array(events.map(({ event }) => event.schemaVersion)),
    jsonbArray(events.map(({ data }) => data)),
    jsonbArray(events.map(({ meta }) => meta)),
    byteaArray(events.map(({ contentHash }) => contentHash)),
    int4Array(events.map(({ size }) => size)),
    commandsJson(members),
  ];
}

function expectedNumber({ expected }: PreparedAppend): bigint {
  if (typeof expected === 'bigint') return expected;
  return { 'no-stream': -1n, any: ANY, exists: EXISTS }[expected];
}

function commandsJson(members: readonly PreparedAppend[]): string | null {
  const commands = members.flatMap((member, m) =>
    member.commands.map(({ id, intentHash: h, outcome: o = null }) => ({ m, id, h, o })),
  );
  return commands.length === 0 ? null : JSON.stringify(commands);
}

/** The verdict for each member of the group. */
export function decodeAnswer(
  { members }: Group,
  { verdicts, base = 0, olds, heads }: GroupAnswer,
): Verdict[] {
  let position = base;
  return members.map(({ events }, index) => {
    const verdict = verdicts?.[index];
    if (verdict) return verdict;
    const [old, head] = [olds?.[index], heads?.[index]];
    if (old === undefined || head === undefined) {
      throw new EventStoreError('fatal', 'es.append left a request unanswered');
    }
    position += events.length;
    return [old + events.length, position, head.slice(2)];
  });
}
