import { EventStoreError } from '@cotejo/event-store';

/** Another runner has taken the lease, or the projection's state was changed: start over from that state. */
export class Fenced extends Error {
  constructor(projector: string) {
    super(`the lease of ${projector} is held by another runner`);
    this.name = 'Fenced';
  }
}

/**
 * How a failed batch is handled: `fenced` is rolled back and restarted, `transient` is retried unchanged, `statement`
 * is a fault of the code independent of the events (no stream may be parked for it), `poison` is caused by some
 * stream's events.
 */
export type FaultKind = 'fenced' | 'transient' | 'statement' | 'poison';

/** SQLSTATE classes: connection, rollback, resources, operator, system. Then single codes. */
const TRANSIENT_CLASSES = new Set(['08', '40', '53', '57', '58']);
const TRANSIENT_CODES = new Set(['25P03', '25P04', '55P03', '55006']);
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Syntax, missing table, missing right; aborted or read-only transaction. */
const STATEMENT_CLASSES = new Set(['25', '42']);

export function faultKindOf(error: unknown): FaultKind {
  if (error instanceof Fenced) return 'fenced';
  if (error instanceof EventStoreError) return error.kind === 'fatal' ? 'statement' : 'transient';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') {
    if (NETWORK_CODES.has(code) || TRANSIENT_CODES.has(code) || TRANSIENT_CLASSES.has(code.slice(0, 2))) {
      return 'transient';
    }
    if (/^[0-9A-Z]{5}$/.test(code) && STATEMENT_CLASSES.has(code.slice(0, 2))) return 'statement';
  }
  // Messages of pg without a code, when a connection dies during a statement.
  if (
    error instanceof Error &&
    /^Connection terminated|not queryable$|^Query read timeout|timeout exceeded when trying to connect/.test(
      error.message,
    )
  ) {
    return 'transient';
  }
  return 'poison';
}
