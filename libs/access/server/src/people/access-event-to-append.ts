import { randomUUID } from 'node:crypto';
import { accessEvents, type AccessEvent } from '@cotejo/access-contracts';
import type { NewEvent } from '@cotejo/event-store';

/** Converts an event of access to the event store's format. */
export function accessEventToAppend(
  event: AccessEvent,
  by: { readonly actor: string; readonly account: string; readonly now: Date },
): NewEvent {
  return {
    id: randomUUID(),
    type: event.type,
    schemaVersion: accessEvents.newest(event.type),
    data: event.data,
    meta: { actor: by.actor, at: by.now.toISOString(), account: by.account },
  };
}
