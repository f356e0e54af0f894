import {
  newMember,
  NO_CONCLUSION,
  type AuditId,
  type ItemId,
  type KernelEvent,
} from '@cotejo/audits-contracts';
import {
  conclusionAfter,
  marksAfterStatus,
  marksAfterVoiding,
  stretchesAfter,
  stretchOf,
  valuesAfter,
  withMark,
} from '@cotejo/audits-domain';
import type {
  AuditRowState,
  ChangeRowState,
  DeclarationRowState,
  MemberRowState,
  StretchRowState,
  TimeRowState,
  TreeItemRowState,
} from './tables/audit-rows.ts';
import type { ItemLabel } from './tables/change.entity.ts';
import { describeChange, describeUnknown, othersWhoDid } from './describe-change.ts';
import { newItemRow, timeRow, type ItemCreated, type ItemEvent, type RecordedTime } from './new-rows.ts';
import { markedOf, marks, removalAfter } from './row-facts.ts';
import { itemsNamedBy, placeOf, type AuditChange } from './parse-audit-event.ts';

/** Rows before a batch: the audits it touches and the items it names. */
export interface RowsBefore {
  readonly audits: ReadonlyMap<string, AuditRowState>;
  /** Key: `placeOf`. */
  readonly items: ReadonlyMap<string, TreeItemRowState>;
}

/** Result of a batch: each changed row once, in its final state. */
export interface RowsAfter {
  readonly audits: readonly AuditRowState[];
  readonly members: readonly MemberRowState[];
  readonly declarations: readonly DeclarationRowState[];
  readonly stretches: readonly StretchRowState[];
  readonly time: readonly TimeRowState[];
  readonly items: readonly TreeItemRowState[];
  readonly changes: readonly ChangeRowState[];
  /** Items whose subtrees need `live` recomputed. */
  readonly uprooted: readonly TreeItemRowState[];
  /** Items deleted permanently. */
  readonly purged: readonly ItemKey[];
}

export type ItemKey = Pick<TreeItemRowState, 'accountId' | 'auditId' | 'id'>;

/** Folds a batch of events, in log order, into rows. Pure: the given rows are not modified. */
export function foldAuditRows(changes: readonly AuditChange[], before: RowsBefore): RowsAfter {
  const fold = new Fold(before);
  for (const change of changes) fold.take(change);
  return fold.rows();
}

class Fold {
  private readonly audits = new Map<string, AuditRowState>();
  private readonly members = new Map<string, MemberRowState>();
  private readonly declarations = new Map<string, DeclarationRowState>();
  private readonly stretches = new Map<string, StretchRowState>();
  private readonly time = new Map<string, TimeRowState>();
  private readonly items = new Map<string, TreeItemRowState>();
  private readonly changes: ChangeRowState[] = [];
  private readonly uprooted = new Map<string, TreeItemRowState>();
  private readonly purged = new Map<string, ItemKey>();
  /** Children by parent and audit, cached for consecutive purges, such as those of a discarded import. */
  private readonly under = new Map<AuditId, Map<ItemId, ItemId[]>>();

  constructor(private readonly before: RowsBefore) {}

  rows(): RowsAfter {
    return {
      audits: [...this.audits.values()],
      members: [...this.members.values()],
      declarations: [...this.declarations.values()],
      stretches: [...this.stretches.values()],
      time: [...this.time.values()],
      items: [...this.items.values()],
      changes: this.changes,
      uprooted: [...this.uprooted.values()],
      purged: [...this.purged.values()],
    };
  }

  take(change: AuditChange): void {
    const { known, audit: id, version } = change;
    const audit = known?.type === 'AuditCreated' ? this.begin(change, known) : this.audit(id);
    // Described before it is applied: a move needs the old parent, the end of an operation its kind.
    const detail = known
      ? describeChange(known, {
          nameOf: (item) => this.nameOf(id, item),
          operationKind: audit.operationKind,
          actor: change.actor,
        })
      : describeUnknown(change.data, change.actor);
    const isAboutItem = !known || 'id' in known.data || 'item' in known.data;
    const [about] = isAboutItem ? itemsNamedBy(change) : [];
    const left = about === undefined ? null : this.labelOf(id, about);
    if (known) this.apply(change, known, audit);
    audit.version = version;
    // A purged item keeps its last label.
    const item = about === undefined ? null : (this.labelOf(id, about) ?? left);
    this.changes.push({
      accountId: audit.accountId,
      auditId: id,
      version,
      at: change.at,
      actor: change.actor,
      authors: othersWhoDid(change.data, change.actor),
      type: change.type,
      itemId: about ?? null,
      item,
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
      budgetedCost: profile.budgetedCost ?? null,
      units: profile.units ?? null,
      closedOn: null,
      ...{ lastClosedOn: null, removal: null, conclusion: null },
      createdBy,
      createdAt: at,
      ...{ operation: null, operationKind: null, operationSince: null },
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
      case 'TreeDocumentCompacted':
        return;
      case 'AuditStatusChanged':
        audit.status = event.data.to;
        audit.closedOn = event.data.closedOn;
        audit.lastClosedOn = event.data.closedOn ?? audit.lastClosedOn;
        audit.year = event.data.year?.to ?? audit.year;
        return;
      case 'AuditRated':
      case 'AuditConcluded':
      case 'ConclusionSigned':
      case 'ConclusionSignatureVoided':
        audit.conclusion = conclusionAfter(audit.conclusion ?? NO_CONCLUSION, event, change);
        return;
      case 'AuditDeleted':
      case 'AuditRestored':
        audit.removal = removalAfter(change);
        return;
      case 'AuditPurged':
        audit.discarded = true;
        return;
      case 'AuditScheduled':
        ({ startDate: audit.startDate, endDate: audit.endDate } = event.data);
        return;
      case 'TeamMemberAdded': {
        const { user: userId, role } = event.data;
        this.members.set(`${auditId}/${userId}`, { accountId, auditId, userId, ...newMember(role) });
        return;
      }
      case 'TeamMemberChanged': {
        const { user: userId, from: _, ...state } = event.data;
        this.members.set(`${auditId}/${userId}`, { accountId, auditId, userId, ...state });
        return;
      }
      case 'AuditLeaderChanged':
        audit.leader = event.data.leader;
        return;
      case 'IndependenceDeclared': {
        const { user: userId, threats } = event.data;
        this.declarations.set(`${auditId}/${userId}`, {
          ...{ accountId, auditId, userId, threats },
          declaredAt: change.at,
        });
        return;
      }
      case 'SprintSet':
      case 'VisitSet':
        this.stretches.set(placeOf(auditId, event.data.stretch), {
          ...{ accountId, auditId, stretch: stretchOf(event) },
        });
        return;
      case 'TimeRecorded':
        audit.chargedMinutes += event.data.minutes;
        return this.keepTime(change, audit, event.data, false);
      case 'TimeRecordChanged':
        audit.chargedMinutes += event.data.minutes - event.data.from.minutes;
        return this.keepTime(change, audit, event.data, false);
      case 'TimeRecordRemoved':
        audit.chargedMinutes -= event.data.minutes;
        return this.keepTime(change, audit, event.data, true);
      case 'OperationStarted':
        audit.operation = event.data.operation;
        audit.operationKind = event.data.what;
        audit.operationSince = change.version;
        return;
      case 'OperationFinished':
        audit.operation = audit.operationKind = audit.operationSince = null;
        return;
      case 'OperationDiscarded':
        // An audit with a source was created for the import; without the import it is hidden.
        if (audit.operationKind === 'import' && audit.sourceKey !== null) audit.discarded = true;
        audit.operation = audit.operationKind = audit.operationSince = null;
        return;
      case 'TreeItemCreated':
        this.plant(change, event.data, audit);
        return;
      case 'TreeItemPurged':
        this.purge(accountId, auditId, event.data.id);
        return;
      case 'TreeItemRenumbered':
        this.item(auditId, event.data.id).position = event.data.position;
        return;
      default:
        this.alter(change, event);
    }
  }

  private keepTime(change: AuditChange, audit: AuditRowState, time: RecordedTime, removed: boolean): void {
    this.time.set(`${audit.id}/${time.record}`, timeRow(change, time, audit.accountId, removed));
  }

  private plant(change: AuditChange, data: ItemCreated, { accountId }: AuditRowState): void {
    const place = placeOf(change.audit, data.id);
    this.under.delete(change.audit);
    // A purged id may be used again.
    this.purged.delete(place);
    const live = this.isLive(change.audit, data.parent);
    this.items.set(place, { ...newItemRow(change, data, accountId), live });
  }

  private alter({ audit, at, actor, version }: AuditChange, event: ItemEvent): void {
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
        this.under.delete(audit);
        row.parentId = event.data.parent;
        row.position = event.data.position;
        if (event.data.leftRefParent) row.refParent = null;
        // The rules move living items only under living parents; any other case is recomputed.
        if (row.live !== this.isLive(audit, row.parentId)) this.uproot(row);
        return;
      case 'TreeItemAssigned':
        row.assignee = event.data.assignee;
        return;
      case 'ItemStatusChanged':
        row.signatures = marks(marksAfterStatus(markedOf(row), event.data.to, { actor, at, version }));
        row.status = event.data.to;
        return;
      case 'ItemSigned': {
        const { mark, content } = event.data;
        row.signatures = marks(withMark(row.signatures ?? [], mark, { actor, at, version }, content));
        return;
      }
      case 'SignaturesVoided':
        row.signatures = marks(marksAfterVoiding(markedOf(row), event.data.voided));
        return;
      case 'ItemValuesSet':
        row.values = valuesAfter(row.values ?? undefined, event.data.values) ?? null;
        return;
      case 'TreeItemScheduled':
        row.startDate = event.data.startDate;
        row.endDate = event.data.endDate;
        return;
      case 'TreeItemAllotted':
        row.stretches = stretchesAfter(row.stretches ?? [], event.data.stretch, event.data.isIn) ?? null;
        return;
      case 'RiskDescribed':
        row.risk = event.data.risk;
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

  /** Removes a branch, as far as its rows are loaded; `readRowsBefore` loads all of them. */
  private purge(accountId: AuditRowState['accountId'], auditId: AuditId, root: ItemId): void {
    const under = this.under.get(auditId) ?? this.allUnder(auditId);
    const waiting = [root];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const place = placeOf(auditId, id);
      this.items.delete(place);
      this.uprooted.delete(place);
      this.purged.set(place, { accountId, auditId, id });
      waiting.push(...(under.get(id) ?? []));
      under.delete(id);
    }
  }

  private allUnder(auditId: AuditId): Map<ItemId, ItemId[]> {
    const under = new Map<ItemId, ItemId[]>();
    for (const place of new Set([...this.before.items.keys(), ...this.items.keys()])) {
      const row = this.items.get(place) ?? this.before.items.get(place);
      if (!row || row.auditId !== auditId || row.parentId === null || this.purged.has(place)) continue;
      const siblings = under.get(row.parentId);
      if (siblings) siblings.push(row.id);
      else under.set(row.parentId, [row.id]);
    }
    this.under.set(auditId, under);
    return under;
  }

  private isLive(audit: AuditId, parent: ItemId | null): boolean {
    return parent === null || (this.find(audit, parent)?.live ?? true);
  }

  private nameOf(audit: AuditId, item: ItemId | null): string | null {
    return item === null ? null : (this.labelOf(audit, item)?.name ?? null);
  }

  /** A reference is labelled with its target. */
  private labelOf(audit: AuditId, id: ItemId): ItemLabel | null {
    const row = this.find(audit, id);
    if (!row) return null;
    const { type, targetAudit, targetItem } = row;
    const target = targetItem !== null && targetAudit === null ? this.find(audit, targetItem) : undefined;
    const { code, name } = target ?? row;
    return { type, code, name };
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

  /** For writing: a copy owned by this batch. */
  private item(audit: AuditId, id: ItemId): TreeItemRowState {
    const place = placeOf(audit, id);
    const known = this.items.get(place);
    if (known) return known;
    const stored = this.purged.has(place) ? undefined : this.before.items.get(place);
    if (!stored) throw new Error(`item ${id} of audit ${audit} has events but was never created`);
    const row = { ...stored };
    this.items.set(place, row);
    return row;
  }

  /** For reading only. */
  private find(audit: AuditId, id: ItemId): TreeItemRowState | undefined {
    const place = placeOf(audit, id);
    if (this.purged.has(place)) return undefined;
    return this.items.get(place) ?? this.before.items.get(place);
  }
}
