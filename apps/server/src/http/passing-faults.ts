import { EventStoreError } from '@cotejo/event-store';
import { faultKindOf } from '@cotejo/projections';
import { QueryFailedError } from 'typeorm';

/** Whether a handler failed for a transient reason: the log or the database was unavailable or overloaded. */
export function isPassingFault(thrown: unknown): boolean {
  if (thrown instanceof EventStoreError) return thrown.kind === 'transient' || thrown.kind === 'closed';
  if (thrown instanceof QueryFailedError) return isPassingFault(thrown.driverError);
  return faultKindOf(thrown) === 'transient';
}
