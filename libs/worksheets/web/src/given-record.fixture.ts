import type { UserId } from '@cotejo/access-contracts';
import type { TreeRecord } from '@cotejo/audits-contracts';

const LUIS = '00000002-0000-4000-8000-000000000002' as UserId;

/** An item as stored in a plan's document: created by Luis, empty apart from the given fields. */
export const givenRecord = (
  record: Pick<TreeRecord, 'type' | 'name' | 'place'> & Partial<TreeRecord>,
): TreeRecord => ({
  code: null,
  status: null,
  assignee: null,
  createdBy: LUIS,
  version: 1,
  changedBy: LUIS,
  fields: {},
  treatment: null,
  derived: false,
  completedBy: null,
  deleted: null,
  ...record,
});
