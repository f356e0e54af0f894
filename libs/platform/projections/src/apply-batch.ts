import type { Position, RecordedEvent } from '@cotejo/event-store';
import { faultKindOf } from './classify-fault.ts';
import { parkStream, type Generation } from './parked-streams.ts';
import type { ProjectionTransaction, Projector } from './projector.ts';

export interface ParkedNow {
  readonly stream: string;
  readonly position: Position;
  readonly error: string;
}

/**
 * Applies a failed batch stream by stream and, where a stream fails, event by event: events before the faulty one are
 * written, and the stream is parked from there on. Faults not caused by the events are thrown.
 */
export async function applyApart(
  projector: Projector,
  of: Generation,
  events: readonly RecordedEvent[],
  tx: ProjectionTransaction,
  attempts: number,
): Promise<readonly ParkedNow[]> {
  const parked: ParkedNow[] = [];
  for (const [stream, own] of byStream(events)) {
    if ((await applyOrUndo(projector, own, tx)) === null) continue;
    for (const event of own) {
      const fault = await applyOrUndo(projector, [event], tx);
      if (fault === null) continue;
      await parkStream(tx, of, stream, event.position, attempts, fault);
      parked.push({ stream, position: event.position, error: fault });
      break;
    }
  }
  return parked;
}

/** The fault's text, or null on success. */
async function applyOrUndo(
  projector: Projector,
  events: readonly RecordedEvent[],
  tx: ProjectionTransaction,
): Promise<string | null> {
  await tx.query('savepoint apart');
  try {
    await projector.apply(events, tx);
    await tx.query('release savepoint apart');
    return null;
  } catch (error) {
    if (faultKindOf(error) !== 'poison') throw error;
    await tx.query('rollback to savepoint apart');
    await tx.query('release savepoint apart');
    return describeFault(error);
  }
}

/** Text of a fault as stored for the administrator. */
export function describeFault(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replaceAll('\u0000', '').slice(0, 2_000);
}

function byStream(events: readonly RecordedEvent[]): ReadonlyMap<string, readonly RecordedEvent[]> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const own = streams.get(event.stream);
    if (own) own.push(event);
    else streams.set(event.stream, [event]);
  }
  return streams;
}
