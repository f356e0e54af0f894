import {
  auditEvents,
  auditOfStream,
  itemId,
  kernelEvent,
  type AuditId,
  type ItemId,
  type KernelEvent,
} from '@cotejo/audits-contracts';
import type { RecordedEvent } from '@cotejo/event-store';

const KERNEL_TYPES: ReadonlySet<string> = new Set(
  kernelEvent.options.map((option) => option.shape.type.value),
);

/** A parsed event of an audit's stream; `known` is null for a slice's event. */
export interface AuditChange {
  readonly audit: AuditId;
  readonly version: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly known: KernelEvent | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * @throws UnknownVersion for an event written by a newer release; ZodError for an event of the audit core
 * with invalid data
 */
export function parseAuditEvent(recorded: RecordedEvent): AuditChange {
  const event = auditEvents.read(recorded);
  const audit = auditOfStream(event.stream);
  if (audit === null) throw new Error(`${event.stream} is no audit's stream`);
  return {
    audit,
    version: Number(event.version),
    at: event.meta.at,
    actor: event.meta.actor,
    type: event.type,
    known: KERNEL_TYPES.has(event.type) ? kernelEvent.parse({ type: event.type, data: event.data }) : null,
    data: event.data,
  };
}

/** The item that a change is about, then items whose names its description needs. */
export function itemsNamedBy({ known, data }: AuditChange): readonly ItemId[] {
  if (known === null) {
    const id = itemId.safeParse(data['id']);
    return id.success ? [id.data] : [];
  }
  switch (known.type) {
    case 'TreeItemCreated': {
      const { id, parent, target } = known.data;
      return [id, ...present(parent), ...present(target?.audit === null ? target.item : null)];
    }
    case 'TreeItemMoved':
      return [known.data.id, ...present(known.data.parent), ...present(known.data.from.parent)];
    case 'TimeRecorded':
    case 'TimeRecordChanged':
    case 'TimeRecordRemoved':
      return [known.data.item];
    default:
      return 'id' in known.data ? [known.data.id] : [];
  }
}

/** Item whose whole branch a change moves or purges. */
export function branchNamedBy({ known }: AuditChange): ItemId | null {
  return known?.type === 'TreeItemPurged' || known?.type === 'TreeItemMoved' ? known.data.id : null;
}

const present = (id: ItemId | null): readonly ItemId[] => (id === null ? [] : [id]);

export const placeOf = (audit: string, item: string): string => `${audit}/${item}`;
