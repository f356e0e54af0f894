import { DatabaseError } from '@cotejo/database/connections';
import { EventStoreError, type EventStoreErrorKind } from '../port.ts';

/** Raised by `es.append` when another node wrote between its checks and its lock. */
export const OVERTAKEN = 'ES002';

const KIND_BY_CODE: Readonly<Record<string, EventStoreErrorKind>> = {
  [OVERTAKEN]: 'transient',
  ES003: 'invalid', // an import that does not follow from the stored events
  ES004: 'invalid', // a stream that cannot be purged
  '25006': 'transient', // read-only: a standby just after a failover
};

// SQLSTATE classes, https://www.postgresql.org/docs/current/errcodes-appendix.html
const KIND_BY_CLASS: Readonly<Record<string, EventStoreErrorKind>> = {
  '08': 'transient', // connection
  '22': 'invalid', // data
  '23': 'invalid', // integrity
  '40': 'transient', // rolled back: deadlock, serialization
  '53': 'transient', // out of disk, memory, connections
  '55': 'transient', // lock not available
  '57': 'transient', // cancelled, shutting down, starting up
  '58': 'transient', // system: I/O
};

/** Maps any error of `pg` to the port's; an error that the server did not send concerns the connection. */
export function mapPostgresError(error: unknown): EventStoreError {
  if (error instanceof EventStoreError) return error;
  if (!(error instanceof DatabaseError)) {
    const message = error instanceof Error ? error.message : String(error);
    return new EventStoreError('transient', `Postgres cannot be reached: ${message}`, { cause: error });
  }
  const code = error.code ?? '';
  const kind = KIND_BY_CODE[code] ?? KIND_BY_CLASS[code.slice(0, 2)] ?? 'fatal';
  return new EventStoreError(kind, `Postgres ${code}: ${error.message}`, { cause: error });
}

/**
 * True when the server refused the statement and the connection is still usable: then nothing was written. Otherwise
 * the outcome is unknown.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
