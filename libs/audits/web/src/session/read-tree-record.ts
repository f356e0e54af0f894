import {
  decodeRecord,
  findingTreatment,
  itemId,
  itemStatus,
  itemType,
  planTreatment,
  treeRecord,
  type ItemId,
  type TreeRecord,
} from '@cotejo/audits-contracts';

const TYPES: ReadonlySet<unknown> = new Set(itemType.options);
const STATUSES: ReadonlySet<unknown> = new Set([null, ...itemStatus.options]);
const TREATMENTS: ReadonlySet<unknown> = new Set([
  null,
  ...findingTreatment.options,
  ...planTreatment.options,
]);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ITEM_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(-PA|-EV)?$/;

const isItemId = (value: unknown): boolean => typeof value === 'string' && ITEM_ID.test(value);
const isUser = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNone = (value: unknown): boolean => value === null || typeof value === 'string';

/** Keys present in every record, with their checks. */
const ALWAYS: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries({
    type: (value: unknown) => TYPES.has(value),
    name: isText,
    code: isTextOrNone,
    status: (value: unknown) => STATUSES.has(value),
    assignee: (value: unknown) => value === null || isUser(value),
    place: (value: unknown) =>
      Array.isArray(value) &&
      value.length === 2 &&
      (value[0] === null || isItemId(value[0])) &&
      isText(value[1]),
    createdBy: isUser,
    version: Number.isSafeInteger,
    changedBy: isText,
    fields: hasVersions,
    treatment: (value: unknown) => TREATMENTS.has(value),
    derived: (value: unknown) => typeof value === 'boolean',
    completedBy: isTextOrNone,
    deleted: (value: unknown) => value === null || Number.isSafeInteger(value),
  }),
);

/** Optional keys that are common in records, with their checks. */
const OFTEN: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries({
    changedBefore: Number.isSafeInteger,
    cameFrom: isTrail,
    values: isValues,
    signatures: isSignatures,
    voidedBy: (value: unknown) => Array.isArray(value) && value.every(isUser),
    dates: (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isTextOrNone),
  }),
);

function isTrail(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { by, statuses, ...others } = value as Record<string, unknown>;
  const isKnown = (status: unknown) => status !== null && STATUSES.has(status);
  return isText(by) && Array.isArray(statuses) && statuses.every(isKnown) && Object.keys(others).length === 0;
}

function isValues(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (one) => typeof one === 'string' || typeof one === 'boolean' || Number.isFinite(one),
  );
}

const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE_KEYS = new Set(['mark', 'by', 'at', 'version', 'content']);

function isSignatures(value: unknown): boolean {
  return Array.isArray(value) && value.every(isSignature);
}

function isSignature(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { mark, by, at, version, content } = value as Record<string, unknown>;
  return (
    (mark === 'completed' || mark === 'reviewed') &&
    isUser(by) &&
    isText(at) &&
    Number.isSafeInteger(version) &&
    (content === undefined || (typeof content === 'string' && HASH.test(content))) &&
    Object.keys(value).every((key) => SIGNATURE_KEYS.has(key))
  );
}

function hasVersions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const versions = value as Record<string, unknown>;
  for (const field in versions) if (!Number.isSafeInteger(versions[field])) return false;
  return true;
}

/** Fast check: true only for records that the schema accepts unchanged; false is inconclusive. */
function isPlainRecord(value: unknown): value is TreeRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const record = value as Record<string, unknown>;
  let known = 0;
  for (const key in record) {
    const check = ALWAYS.get(key);
    if (check) {
      if (!check(record[key])) return false;
      known++;
    } else if (OFTEN.get(key)?.(record[key]) !== true) return false;
  }
  return known === ALWAYS.size;
}

/**
 * Reads a record of a tree document; throws on an invalid one. An initial load contains ten thousand records,
 * and the schema is slow where the content security policy forbids compiling code (`unsafe-eval`): common
 * records are checked by hand, and only the rest go through the schema.
 */
export function readTreeRecord(value: unknown): TreeRecord {
  const record = decodeRecord(value);
  return isPlainRecord(record) ? record : treeRecord.parse(record);
}

/** @throws when the key is not an item id */
export const readItemId = (key: string): ItemId => (ITEM_ID.test(key) ? (key as ItemId) : itemId.parse(key));
