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
import type { AuditRowState, ChangeRowState, MemberRowState, TreeItemRowState } from './audit-rows.ts';
import { describeChange, describeUnknown } from './describe-change.ts';

const KERNEL_TYPES: ReadonlySet<string> = new Set(
  kernelEvent.options.map((option) => option.shape.type.value),
);

/** An event of an audit's stream, parsed; `known` is null for an event of a slice. */
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
 * @throws UnknownVersion for what a newer version of the program wrote, ZodError for an event of the kernel
 * whose data is not what its type says
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

/** Item that a change is about, and items whose names its description needs. */
export function itemsNamedBy({ known, data }: AuditChange): readonly ItemId[] {
  if (known === null) {
    const id = itemId.safeParse(data['id']);
    return id.success ? [id.data] : [];
  }
  switch (known.type) {
    case 'TreeItemCreated':
      return [known.data.id, ...present(known.data.parent)];
    case 'TreeItemMoved':
      return [known.data.id, ...present(known.data.parent), ...present(known.data.from.parent)];
    default:
      return 'id' in known.data ? [known.data.id] : [];
  }
}

const present = (id: ItemId | null): readonly ItemId[] => (id === null ? [] : [id]);

export const placeOf = (audit: string, item: string): string => `${audit}/${item}`;

/** Rows as they are before a batch: of the audits that it touches, and of the items that it names. */
export interface RowsBefore {
  readonly audits: ReadonlyMap<string, AuditRowState>;
  /** By `placeOf`. */
  readonly items: ReadonlyMap<string, TreeItemRowState>;
}

/** What a batch comes to: each row once, in its last state. */
export interface RowsAfter {
  readonly audits: readonly AuditRowState[];
  readonly members: readonly MemberRowState[];
  readonly items: readonly TreeItemRowState[];
  readonly changes: readonly ChangeRowState[];
  /** Items under which `live` must be computed again. */
  readonly uprooted: readonly TreeItemRowState[];
}

/** Folds a batch, in the order of the log, into rows. Pure; the given rows are not touched. */
export function foldAuditRows(changes: readonly AuditChange[], before: RowsBefore): RowsAfter {
  const fold = new Fold(before);
  for (const change of changes) fold.take(change);
  return fold.rows();
}

class Fold {
  private readonly audits = new Map<string, AuditRowState>();
  private readonly members = new Map<string, MemberRowState>();
  private readonly items = new Map<string, TreeItemRowState>();
  private readonly changes: ChangeRowState[] = [];
  private readonly uprooted = new Map<string, TreeItemRowState>();

  constructor(private readonly before: RowsBefore) {}

  rows(): RowsAfter {
    return {
      audits: [...this.audits.values()],
      members: [...this.members.values()],
      items: [...this.items.values()],
      changes: this.changes,
      uprooted: [...this.uprooted.values()],
    };
  }

  take(change: AuditChange): void {
    const { known, audit: id, version } = change;
    const audit = known?.type === 'AuditCreated' ? this.begin(change, known) : this.audit(id);
    // Described first: a move tells where from, an end of an operation which one.
    const detail = known
      ? describeChange(known, { nameOf: (item) => this.nameOf(id, item), operationKind: audit.operationKind })
      : describeUnknown(change.data);
    if (known) this.apply(change, known, audit);
    audit.version = version;
    const [about] = known && !('id' in known.data) ? [] : itemsNamedBy(change);
    const item = about === undefined ? undefined : this.find(id, about);
    this.changes.push({
      accountId: audit.accountId,
      auditId: id,
      version,
      at: change.at,
      actor: change.actor,
      type: change.type,
      itemId: about ?? null,
      item: item ? { type: item.type, code: item.code, name: item.name } : null,
      detail,
    });
  }

  private begin(
    { at }: AuditChange,
    { data }: Extract<KernelEvent, { type: 'AuditCreated' }>,
  ): AuditRowState {
    const { audit, account, profile, createdBy, source } = data;
    const row: AuditRowState = {
      ...profile,
      accountId: account,
      id: audit,
      version: 0,
      status: 'not_started',
      closedOn: null,
      createdBy,
      createdAt: at,
      operation: null,
      operationKind: null,
      discarded: false,
      sourceKey: source?.key ?? null,
      sourceTitle: source?.title ?? null,
    };
    this.audits.set(audit, row);
    return row;
  }

  private apply(change: AuditChange, event: KernelEvent, audit: AuditRowState): void {
    const { accountId, id: auditId } = audit;
    switch (event.type) {
      case 'AuditCreated':
        return;
      case 'AuditStatusChanged':
        audit.status = event.data.to;
        audit.closedOn = event.data.closedOn;
        return;
      case 'TeamMemberAdded': {
        const { user, role } = event.data;
        this.members.set(`${auditId}/${user}`, { accountId, auditId, userId: user, role });
        return;
      }
      case 'OperationStarted':
        audit.operation = event.data.operation;
        audit.operationKind = event.data.what;
        return;
      case 'OperationFinished':
        audit.operation = audit.operationKind = null;
        return;
      case 'OperationDiscarded':
        // An audit that names its source came about for the import: without it there is nothing to show.
        if (audit.operationKind === 'import' && audit.sourceKey !== null) audit.discarded = true;
        audit.operation = audit.operationKind = null;
        return;
      case 'TreeItemCreated':
        this.plant(change, event.data, audit);
        return;
      default:
        this.alter(change, event);
    }
  }

  private plant(
    { at, actor, version }: AuditChange,
    data: Extract<KernelEvent, { type: 'TreeItemCreated' }>['data'],
    { accountId, id: auditId }: AuditRowState,
  ): void {
    this.items.set(placeOf(auditId, data.id), {
      accountId,
      auditId,
      id: data.id,
      parentId: data.parent,
      position: data.position,
      type: data.itemType,
      code: data.code,
      name: data.name,
      status: data.status,
      assignee: data.assignee,
      treatment: null,
      derived: data.derived,
      createdBy: actor,
      createdAt: at,
      version,
      changedBy: actor,
      changedAt: at,
      deletedVersion: null,
      deletedBy: null,
      deletedAt: null,
      live: this.isLive(auditId, data.parent),
    });
  }

  private alter(
    { audit, at, actor, version }: AuditChange,
    event: Exclude<
      KernelEvent,
      { type: `Audit${string}` | `Operation${string}` | 'TeamMemberAdded' | 'TreeItemCreated' }
    >,
  ): void {
    const row = this.item(audit, event.data.id);
    row.version = version;
    row.changedBy = actor;
    row.changedAt = at;
    switch (event.type) {
      case 'TreeItemRenamed':
        row.name = event.data.name;
        return;
      case 'TreeItemRecoded':
        row.code = event.data.code;
        return;
      case 'TreeItemMoved':
        row.parentId = event.data.parent;
        row.position = event.data.position;
        // The rules move what lives to where life is; anything else is computed anew.
        if (row.live !== this.isLive(audit, row.parentId)) this.uproot(row);
        return;
      case 'TreeItemAssigned':
        row.assignee = event.data.assignee;
        return;
      case 'ItemStatusChanged':
        row.status = event.data.to;
        return;
      case 'TreeItemDeleted':
        row.deletedVersion = version;
        row.deletedBy = actor;
        row.deletedAt = at;
        this.uproot(row);
        return;
      case 'TreeItemRestored':
        row.deletedVersion = row.deletedBy = row.deletedAt = null;
        this.uproot(row);
        return;
      case 'FindingTreatmentChosen':
      case 'PlanTreatmentChosen':
        row.treatment = event.data.treatment;
    }
  }

  private uproot(row: TreeItemRowState): void {
    row.live = row.deletedVersion === null && this.isLive(row.auditId, row.parentId);
    this.uprooted.set(placeOf(row.auditId, row.id), row);
  }

  private isLive(audit: AuditId, parent: ItemId | null): boolean {
    return parent === null || (this.find(audit, parent)?.live ?? true);
  }

  private nameOf(audit: AuditId, item: ItemId | null): string | null {
    return item === null ? null : (this.find(audit, item)?.name ?? null);
  }

  private audit(id: AuditId): AuditRowState {
    const known = this.audits.get(id);
    if (known) return known;
    const stored = this.before.audits.get(id);
    if (!stored) throw new Error(`audit ${id} has events but was never created`);
    const row = { ...stored };
    this.audits.set(id, row);
    return row;
  }

  /** For writing: a copy of this batch. */
  private item(audit: AuditId, id: ItemId): TreeItemRowState {
    const place = placeOf(audit, id);
    const known = this.items.get(place);
    if (known) return known;
    const stored = this.before.items.get(place);
    if (!stored) throw new Error(`item ${id} of audit ${audit} has events but was never created`);
    const row = { ...stored };
    this.items.set(place, row);
    return row;
  }

  /** For reading only. */
  private find(audit: AuditId, id: ItemId): TreeItemRowState | undefined {
    const place = placeOf(audit, id);
    return this.items.get(place) ?? this.before.items.get(place);
  }
}
