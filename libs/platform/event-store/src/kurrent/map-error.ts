import { EventStoreError, type EventStoreErrorKind } from '../port.ts';

/** Error kinds by the `type` of the client's own errors. */
const KIND_BY_TYPE: Readonly<Record<string, EventStoreErrorKind>> = {
  'wrong-expected-version': 'conflict',
  'maximum-append-size-exceeded': 'too-large',
  'append-record-size-exceeded': 'too-large',
  'transaction-max-size-exceeded': 'too-large',
  'access-denied': 'fatal',
  'stream-deleted': 'fatal',
  'stream-tombstoned': 'fatal',
  'missing-required-metadata-property': 'fatal',
  'invalid-transaction': 'fatal',
  unsupported: 'fatal',
  'invalid-argument': 'invalid',
  timeout: 'transient',
  'deadline-exceeded': 'transient',
  unavailable: 'transient',
  cancelled: 'transient',
  'not-leader': 'transient',
};

/**
 * Error kinds by gRPC status, for raw errors that the client does not wrap; a refused append arrives so, with code 14.
 */
const KIND_BY_CODE: Readonly<Record<number, EventStoreErrorKind>> = {
  3: 'invalid', // INVALID_ARGUMENT
  7: 'fatal', // PERMISSION_DENIED
  12: 'fatal', // UNIMPLEMENTED
  16: 'fatal', // UNAUTHENTICATED
};

/** Size errors that the client does not recognise, and messages too long for gRPC, by their text. */
const TOO_LARGE = /append\s*(event\s*)?size|message larger than max/i;

interface KurrentError {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly actualState?: unknown;
}

/** Maps any error of the client to the port's; an unknown error is `transient`, since the write may have happened. */
export function mapKurrentError(error: unknown, what = 'a request'): EventStoreError {
  if (error instanceof EventStoreError) return error;
  const { type, code, message, actualState }: KurrentError =
    typeof error === 'object' && error !== null ? error : { message: error };
  const named = typeof type === 'string' ? KIND_BY_TYPE[type] : undefined;
  const coded = typeof code === 'number' ? KIND_BY_CODE[code] : undefined;
  const text = typeof message === 'string' && message !== '' ? message : String(type ?? code ?? error);
  const kind = TOO_LARGE.test(text) ? 'too-large' : (named ?? coded ?? 'transient');
  if (kind === 'conflict') {
    const actual = typeof actualState === 'bigint' ? actualState : -1n;
    return new EventStoreError('conflict', `${what}: the stream is at version ${actual}`, {
      actual,
      cause: error,
    });
  }
  const said = `KurrentDB, ${what}: ${text}${hintFor(type, code)}`;
  return new EventStoreError(kind, said, { ofKurrent: true, cause: error });
}

function hintFor(type: unknown, code: unknown): string {
  if (type === 'access-denied' || code === 7 || code === 16) {
    return ' (the user of KURRENTDB_URL must be allowed to read $all and to write streams)';
  }
  if (type === 'stream-deleted' || type === 'stream-tombstoned') {
    return ' (somebody deleted a stream behind our back: the log is damaged)';
  }
  return '';
}

/** True when a read failed because the stream has no events. */
export function isMissingStream(error: unknown): boolean {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return type === 'stream-not-found' || type === 'no-stream';
}
