import type { SignatureMark, Stretch } from '@cotejo/audits-contracts';
import type {
  AuditRowState,
  ChangeRowState,
  DeclarationRowState,
  MemberRowState,
  StretchRowState,
  TimeRowState,
  TreeItemRowState,
} from './audit-rows.ts';
import type { BulkColumn, BulkTable } from '../bulk-upsert.ts';

const column = <Row>(name: string, type: string, value: BulkColumn<Row>['value']): BulkColumn<Row> => ({
  name,
  type,
  value,
});

const signerOf = ({ signatures }: TreeItemRowState, mark: SignatureMark): string | null =>
  signatures?.find((signature) => signature.mark === mark)?.by ?? null;

/** 1 = completed, 2 = reviewed, 3 = both; few distinct values keep index-only counts small. */
const marksOf = (row: TreeItemRowState): number =>
  (signerOf(row, 'completed') === null ? 0 : 1) + (signerOf(row, 'reviewed') === null ? 0 : 2);

/** Sprints by their flag of progress; visits and removed sprints say nothing about it. */
const isLeftOut = (stretch: Stretch): boolean =>
  stretch.kind === 'sprint' && !stretch.isRemoved && !stretch.countsForProgress;
const isCounted = (stretch: Stretch): boolean =>
  stretch.kind === 'sprint' && !stretch.isRemoved && stretch.countsForProgress;

export const AUDIT_TABLE: BulkTable<AuditRowState> = {
  table: 'audit',
  key: ['account_id', 'id'],
  replaces: true,
  touch: `changed = nextval('read.audit_changed')`,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('id', 'uuid', (row) => row.id),
    column('version', 'int', (row) => row.version),
    column('name', 'text', (row) => row.name),
    column('code', 'text', (row) => row.code),
    column('year', 'int', (row) => row.year),
    column('record_type', 'text', (row) => row.recordType),
    column('status', 'text', (row) => row.status),
    column('frequency', 'text', (row) => row.frequency),
    column('kind', 'text', (row) => row.kind),
    column('start_date', 'date', (row) => row.startDate),
    column('end_date', 'date', (row) => row.endDate),
    column('closed_on', 'date', (row) => row.closedOn),
    column('last_closed_on', 'date', (row) => row.lastClosedOn),
    column('removal', 'jsonb', (row) => row.removal && JSON.stringify(row.removal)),
    column('conclusion', 'jsonb', (row) => row.conclusion && JSON.stringify(row.conclusion)),
    column('budgeted_minutes', 'int', (row) => row.budgetedMinutes),
    column('budgeted_cost', 'int', (row) => row.budgetedCost),
    column('charged_minutes', 'int', (row) => row.chargedMinutes),
    column('leader', 'uuid', (row) => row.leader),
    column('units', 'jsonb', (row) => row.units && JSON.stringify(row.units)),
    column('created_by', 'uuid', (row) => row.createdBy),
    column('created_at', 'timestamptz', (row) => row.createdAt),
    column('operation', 'uuid', (row) => row.operation),
    column('operation_kind', 'text', (row) => row.operationKind),
    column('operation_since', 'int', (row) => row.operationSince),
    column('discarded', 'boolean', (row) => row.discarded),
    column('source_key', 'text', (row) => row.sourceKey),
    column('source_title', 'text', (row) => row.sourceTitle),
  ],
};

export const MEMBER_TABLE: BulkTable<MemberRowState> = {
  table: 'audit_member',
  key: ['account_id', 'audit_id', 'user_id'],
  replaces: true,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('user_id', 'uuid', (row) => row.userId),
    column('role', 'text', (row) => row.role),
    column('is_active', 'boolean', (row) => row.isActive),
    column('budgeted_minutes', 'int', (row) => row.budgetedMinutes),
    column('budgeted_cost', 'int', (row) => row.budgetedCost),
    column('start_date', 'date', (row) => row.startDate),
    column('end_date', 'date', (row) => row.endDate),
  ],
};

export const DECLARATION_TABLE: BulkTable<DeclarationRowState> = {
  table: 'independence_declaration',
  key: ['account_id', 'audit_id', 'user_id'],
  replaces: true,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('user_id', 'uuid', (row) => row.userId),
    column('declared_at', 'timestamptz', (row) => row.declaredAt),
    column('threats', 'jsonb', (row) => row.threats && JSON.stringify(row.threats)),
  ],
};

export const TIME_TABLE: BulkTable<TimeRowState> = {
  table: 'time_record',
  key: ['account_id', 'audit_id', 'record_id'],
  replaces: true,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('record_id', 'uuid', (row) => row.recordId),
    column('user_id', 'uuid', (row) => row.userId),
    column('item_id', 'text', (row) => row.item),
    column('day', 'date', (row) => row.day),
    column('minutes', 'int', (row) => row.minutes),
    column('is_productive', 'boolean', (row) => row.isProductive),
    column('note', 'text', (row) => row.note),
    column('removed', 'boolean', (row) => row.removed),
    column('version', 'int', (row) => row.version),
  ],
};

export const STRETCH_TABLE: BulkTable<StretchRowState> = {
  table: 'stretch',
  key: ['account_id', 'audit_id', 'id'],
  replaces: true,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('id', 'uuid', ({ stretch }) => stretch.id),
    column('is_left_out', 'boolean', ({ stretch }) => isLeftOut(stretch)),
    column('is_counted', 'boolean', ({ stretch }) => isCounted(stretch)),
    column('facts', 'jsonb', ({ stretch }) => JSON.stringify(stretch)),
  ],
};

export const TREE_ITEM_TABLE: BulkTable<TreeItemRowState> = {
  table: 'tree_item',
  key: ['account_id', 'audit_id', 'id'],
  replaces: true,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('id', 'text', (row) => row.id),
    column('parent_id', 'text', (row) => row.parentId),
    column('position', 'text', (row) => row.position),
    column('type', 'text', (row) => row.type),
    column('code', 'text', (row) => row.code),
    column('name', 'text', (row) => row.name),
    column('status', 'text', (row) => row.status),
    column('assignee', 'uuid', (row) => row.assignee),
    column('treatment', 'text', (row) => row.treatment),
    column('derived', 'boolean', (row) => row.derived),
    column('start_date', 'date', (row) => row.startDate),
    column('end_date', 'date', (row) => row.endDate),
    column('target_audit', 'uuid', (row) => row.targetAudit),
    column('target_item', 'text', (row) => row.targetItem),
    column('copied_audit', 'uuid', (row) => row.copiedAudit),
    column('copied_item', 'text', (row) => row.copiedItem),
    column('ref_parent', 'text', (row) => row.refParent),
    column('origin', 'text', (row) => row.origin),
    column('risk', 'jsonb', (row) => row.risk && JSON.stringify(row.risk)),
    column('item_values', 'jsonb', (row) => row.values && JSON.stringify(row.values)),
    column('stretches', 'jsonb', (row) => row.stretches && JSON.stringify(row.stretches)),
    column('signatures', 'jsonb', (row) => row.signatures && JSON.stringify(row.signatures)),
    column('marks', 'smallint', marksOf),
    // Read by servers of the previous release.
    column('completed_by', 'text', (row) => signerOf(row, 'completed')),
    column('reviewed_by', 'text', (row) => signerOf(row, 'reviewed')),
    column('created_version', 'int', (row) => row.createdVersion),
    column('created_by', 'text', (row) => row.createdBy),
    column('created_at', 'timestamptz', (row) => row.createdAt),
    column('version', 'int', (row) => row.version),
    column('changed_by', 'text', (row) => row.changedBy),
    column('changed_at', 'timestamptz', (row) => row.changedAt),
    column('deleted_version', 'int', (row) => row.deletedVersion),
    column('deleted_by', 'text', (row) => row.deletedBy),
    column('deleted_at', 'timestamptz', (row) => row.deletedAt),
    column('live', 'boolean', (row) => row.live),
  ],
};

export const CHANGE_TABLE: BulkTable<ChangeRowState> = {
  table: 'change',
  key: ['account_id', 'audit_id', 'version'],
  replaces: false,
  columns: [
    column('account_id', 'uuid', (row) => row.accountId),
    column('audit_id', 'uuid', (row) => row.auditId),
    column('version', 'int', (row) => row.version),
    column('at', 'timestamptz', (row) => row.at),
    column('actor', 'text', (row) => row.actor),
    column('authors', 'jsonb', (row) => row.authors && JSON.stringify(row.authors)),
    column('type', 'text', (row) => row.type),
    column('item_id', 'text', (row) => row.itemId),
    column('item', 'jsonb', (row) => row.item && JSON.stringify(row.item)),
    column('detail', 'jsonb', (row) => JSON.stringify(row.detail)),
  ],
};
