import { auditEvents, type AuditEvent, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { EventMeta, JsonObject, NewEvent, RecordedEvent } from '@cotejo/event-store';
import type { Upcaster } from '@cotejo/event-store/upcast';

/**
 * Event of the store in the form that folds read, upcast to its newest version.
 * @param events the model's upcasters; by default those of the audit core alone
 * @throws UnknownVersion for an event written by a newer release
 */
export function storedEvent(event: RecordedEvent, events: Upcaster = auditEvents): StoredAuditEvent {
  return asStored(events.read(event), Number(event.version));
}

/** Same form for an event that is about to be written at `version`. */
export function asStored(event: NewEvent, version: number): StoredAuditEvent {
  const { type, data, meta } = event;
  return { type, data, version, actor: meta.actor, at: meta.at, operation: meta.operation ?? null };
}

/**
 * Event in the form that the store takes, in its newest schema version. The data passes through JSON, so that
 * the event folded now equals the event read later.
 * @throws UnknownVersion for a type that no context has registered
 */
export function newEvent(
  id: string,
  event: AuditEvent,
  meta: EventMeta,
  events: Upcaster = auditEvents,
): NewEvent {
  const data = JSON.parse(JSON.stringify(event.data)) as JsonObject;
  return { id, type: event.type, schemaVersion: events.newest(event.type), data, meta };
}
