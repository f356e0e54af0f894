import { canonicalJson } from '../canonical-json.ts';
import { EventStoreError, type SettledCommand } from '../port.ts';
import type { PreparedAppend } from '../validate.ts';
import type { Known } from './side-tables.ts';

/** Verdict on a request, based on the index at a moment within the call. */
export type Judgement =
  /** All its commands were settled before; `latest` is the one with the highest version. */
  | { readonly kind: 'settled'; readonly latest: SettledCommand }
  /** Another call is about to settle one of its commands. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly error: EventStoreError }
  /** Its events may already be in the log, from version `first` on: if their content differs, `error` applies. */
  | { readonly kind: 'perhaps-written'; readonly first: bigint; readonly error: EventStoreError }
  | { readonly kind: 'write'; readonly version: bigint };

/** Judges an append or, if it has no events, a confirmation. */
export function judge(request: PreparedAppend, known: Known): Judgement {
  const actual = known.head?.version ?? -1n;
  const settled = judgeCommands(request, known, actual);
  if (settled) return settled;
  if (known.busy.length > 0) return { kind: 'busy' };
  const { expected } = request;
  const matches =
    expected === 'any' ||
    (expected === 'exists' ? actual >= 0n : actual === (expected === 'no-stream' ? -1n : expected));
  if (!matches) return refuse(request, known, conflict(request.stream, actual));
  if (request.events.some(({ event }) => known.events.has(event.id))) {
    return refuse(
      request,
      known,
      new EventStoreError('invalid', `an event id of this append to ${request.stream} is taken`),
    );
  }
  return { kind: 'write', version: actual };
}

function judgeCommands(request: PreparedAppend, known: Known, actual: bigint): Judgement | undefined {
  const [first] = known.settled;
  if (!first) return undefined;
  const byId = new Map(known.settled.map((settled) => [settled.id, settled]));
  const pairs = request.commands.flatMap((command) => {
    const settled = byId.get(command.id);
    return settled ? [{ command, settled }] : [];
  });
  const reused = pairs.filter(({ command, settled }) => command.intentHash !== settled.intentHash);
  if (reused.length > 0) {
    const ids = reused.map(({ command }) => command.id).join(', ');
    return { kind: 'refused', error: new EventStoreError('invalid', `settled for another intent: ${ids}`) };
  }
  const isContradicted =
    request.events.length === 0 &&
    pairs.some(
      ({ command, settled }) => canonicalJson(command.outcome ?? null) !== canonicalJson(settled.outcome),
    );
  if (pairs.length < request.commands.length || isContradicted) {
    const ids = pairs.map(({ command }) => command.id);
    return { kind: 'refused', error: conflict(request.stream, actual, ids) };
  }
  const latest = known.settled.reduce((a, b) => (b.version > a.version ? b : a), first);
  return { kind: 'settled', latest };
}

/** A repeated request without commands is recognised by its events: equal ids in equal order. */
function refuse(request: PreparedAppend, known: Known, error: EventStoreError): Judgement {
  if (request.commands.length > 0 || request.events.length === 0) return { kind: 'refused', error };
  const places = request.events.map(({ event }) => known.events.get(event.id));
  const first = places[0]?.version ?? 0n;
  const isWhole = places.every(
    (place, n) => place?.stream === request.stream && place.version === first + BigInt(n),
  );
  return isWhole ? { kind: 'perhaps-written', first, error } : { kind: 'refused', error };
}

export function conflict(stream: string, actual: bigint, settled?: readonly string[]): EventStoreError {
  return new EventStoreError('conflict', `${stream} is at version ${actual}`, { actual, settled });
}
