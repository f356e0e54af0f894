import { AUDIT_EVENT_SCHEMA, type AuditEvent, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { EventMeta, JsonObject, NewEvent, RecordedEvent } from '@cotejo/event-store';

/** What the folds read of an event of the store. */
export function storedEvent(event: RecordedEvent): StoredAuditEvent {
  return asStored(event, Number(event.version));
}

/** The same of an event that is being written at `version`. */
export function asStored(event: NewEvent, version: number): StoredAuditEvent {
  const { type, data, meta } = event;
  return { type, data, version, actor: meta.actor, at: meta.at, operation: meta.operation ?? null };
}

/** An event as the store takes it: only JSON, so that what is folded now equals what is read later. */
export function newEvent(id: string, event: AuditEvent, meta: EventMeta): NewEvent {
  const data = JSON.parse(JSON.stringify(event.data)) as JsonObject;
  return { id, type: event.type, schemaVersion: AUDIT_EVENT_SCHEMA, data, meta };
}
