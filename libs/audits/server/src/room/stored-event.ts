import { auditEvents, type AuditEvent, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { EventMeta, JsonObject, NewEvent, RecordedEvent } from '@cotejo/event-store';
import type { Upcaster } from '@cotejo/event-store/upcast';

/**
 * What the folds read of an event of the store, in its newest version.
 * @param events the model's; by default the kernel's alone
 * @throws UnknownVersion for what a newer version of the program wrote
 */
export function storedEvent(event: RecordedEvent, events: Upcaster = auditEvents): StoredAuditEvent {
  return asStored(events.read(event), Number(event.version));
}

/** The same of an event that is being written at `version`. */
export function asStored(event: NewEvent, version: number): StoredAuditEvent {
  const { type, data, meta } = event;
  return { type, data, version, actor: meta.actor, at: meta.at, operation: meta.operation ?? null };
}

/**
 * An event as the store takes it, in its newest version: only JSON, so that what is folded now equals what is
 * read later.
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
