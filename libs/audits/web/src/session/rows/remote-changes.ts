import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemValue, SignatureMark, TreeRecord } from '@cotejo/audits-contracts';
import { valueField, valueOf, type TreeNode } from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';
import { partsOf } from '../tray/intent-parts.ts';
import { signersWithout, type VoidingNotice } from './voiding.ts';

/** A change of an item by another user. */
export interface Touch {
  readonly item: ItemId;
  readonly by: string;
  readonly version: number;
  /**
   * Changed fields: any of `created`, `name`, `code`, `place`, `assignee`, `status`, `treatment`, `dates`,
   * `risk`; and `deleted` or `restored`.
   */
  readonly fields: readonly string[];
}

/** Two users changed the same field concurrently; the later value stands. */
interface Met<Value> {
  /**
   * `overwritten`: this user's value was replaced. `overwrote`: this user's value replaced one not seen
   * before.
   */
  readonly kind: 'overwritten' | 'overwrote';
  readonly item: ItemId;
  readonly by: string;
  readonly mine: Value;
  readonly theirs: Value;
}

export type NameNotice = Met<string> & { readonly field: 'name' | 'code' };

/** Conflict on a worksheet value, by its key. */
export type ValueNotice = Met<ItemValue> & { readonly field: 'value'; readonly key: string };

/** Another user's change voided this user's signature. */
export interface VoidedNotice {
  readonly kind: 'voided';
  readonly item: ItemId;
  /** Users who made the change; for a text, the authors of the added content. */
  readonly by: readonly string[];
  readonly marks: readonly SignatureMark[];
}

export type Notice = NameNotice | ValueNotice | VoidedNotice | VoidingNotice;

/**
 * The change that a record represents for a client whose base, at version `seen`, held `old`; null when it is
 * the user's own change or not new.
 */
export function touchOf(
  old: TreeNode | undefined,
  item: ItemId,
  record: TreeRecord,
  seen: number,
  me: string,
): Touch | null {
  if (record.changedBy === me || record.version <= seen) return null;
  const fields = Object.keys(record.fields).filter((field) => (record.fields[field] ?? -1) > seen);
  const wasDeleted = old !== undefined && old.deleted !== null;
  if (record.deleted !== null && !wasDeleted) fields.push('deleted');
  if (record.deleted === null && wasDeleted) fields.push('restored');
  return { item, by: record.changedBy, version: record.version, fields };
}

/** A field written by an intent, with its value. */
interface Written {
  readonly item: ItemId;
  /** `name`, `code`, or a value's key in the form used by a record's `fields`. */
  readonly field: string;
  readonly value: ItemValue;
}

/** Fields that an intent writes, over all parts of a batch. */
const writtenBy = (intent: PendingIntent['intent']): Written[] =>
  partsOf(intent).flatMap((part): Written[] => {
    if (part.kind === 'rename_item') return [{ item: part.id, field: 'name', value: part.name.trim() }];
    if (part.kind === 'recode_item' && part.code !== null)
      return [{ item: part.id, field: 'code', value: part.code.trim() }];
    if (part.kind !== 'set_values') return [];
    return Object.entries(part.values).map(([key, value]) => ({
      item: part.id,
      field: valueField(key),
      value,
    }));
  });

const VALUE = valueField('');
const keyOf = (of: { readonly item: ItemId; readonly field: string }): string => `${of.field} ${of.item}`;

/** Value of a field in a record. */
function saidIn(node: Pick<TreeNode, 'name' | 'code' | 'values'>, field: string): ItemValue {
  if (field === 'name') return node.name;
  if (field === 'code') return node.code ?? '';
  return valueOf(node.values, field.slice(VALUE.length));
}

function noticeOf(
  { item, field }: Pick<Written, 'item' | 'field'>,
  met: Omit<Met<ItemValue>, 'item'>,
): Notice {
  if (field !== 'name' && field !== 'code')
    return { ...met, item, field: 'value', key: field.slice(VALUE.length) };
  return { ...met, item, field, mine: String(met.mine ?? ''), theirs: String(met.theirs ?? '') };
}

/** Fields that can be overwritten: name, code, and the values present before or after. */
function overwritableFields(old: TreeNode, record: TreeRecord): string[] {
  const keys = new Set([...Object.keys(old.values ?? {}), ...Object.keys(record.values ?? {})]);
  return ['name', 'code', ...[...keys].map(valueField)];
}

/** This user's marks that a record has lost. */
function voidedMarks(old: TreeNode, record: TreeRecord, me: string): SignatureMark[] {
  const stands = (mark: SignatureMark) =>
    record.signatures?.some((signature) => signature.by === me && signature.mark === mark) ?? false;
  return (old.signatures ?? []).flatMap(({ by, mark }) => (by === me && !stands(mark) ? [mark] : []));
}

/**
 * Detects conflicting edits from the order in which the server committed them, and distinguishes "your value
 * was replaced" from "you replaced a value that you had not seen".
 */
export class OverwriteWatch {
  /** Last accepted values of this user, and other users' values received while an own edit was in flight. */
  private readonly mine = new Map<string, ItemValue>();
  private readonly unseen = new Map<string, { by: string; theirs: ItemValue }>();
  /** Fields in flight, cached per outbox state: hundreds of records may arrive at once. */
  private onItsWay: { readonly pending: readonly PendingIntent[]; readonly keys: ReadonlySet<string> } = {
    pending: [],
    keys: new Set(),
  };

  constructor(private readonly me: string) {}

  /** Another user's record replaces the one in the base. */
  onRemote(
    old: TreeNode | undefined,
    item: ItemId,
    record: TreeRecord,
    pending: readonly PendingIntent[],
  ): Notice[] {
    if (!old) return [];
    const { changedBy: by } = record;
    const marks = voidedMarks(old, record, this.me);
    const editors = (record.voidedBy ?? [by]).filter((one) => one !== this.me);
    const isTold = marks.length > 0 && editors.length > 0;
    const notices: Notice[] = isTold ? [{ kind: 'voided', item, by: editors, marks }] : [];
    const isMine = record.voidedBy?.includes(this.me as UserId) === true;
    const signers = isMine ? signersWithout(old, record).filter((one) => !isTold || one !== this.me) : [];
    if (signers.length > 0) notices.push({ kind: 'voiding', item, signers, step: null, back: null });
    for (const field of overwritableFields(old, record)) {
      const theirs = saidIn(record, field);
      if (saidIn(old, field) === theirs) continue;
      const key = keyOf({ item, field });
      const isOnItsWay = this.keysOf(pending).has(key);
      if (isOnItsWay) this.unseen.set(key, { by, theirs });
      const mine = this.mine.get(key);
      this.mine.delete(key);
      if (mine === undefined || mine !== saidIn(old, field) || isOnItsWay) continue;
      notices.push(noticeOf({ item, field }, { kind: 'overwritten', by, mine, theirs }));
    }
    return notices;
  }

  /** The server accepted an intent of this user; `get` returns items as of the base. */
  onCommitted(intent: PendingIntent['intent'], get: (item: ItemId) => TreeNode | undefined): Notice[] {
    return writtenBy(intent).flatMap((written) => {
      const now = get(written.item);
      const notice = now && this.committed(written, now);
      return notice ? [notice] : [];
    });
  }

  private committed(written: Written, now: TreeNode): Notice | null {
    const { field, value: mine } = written;
    const key = keyOf(written);
    const met = this.unseen.get(key);
    this.unseen.delete(key);
    const said = saidIn(now, field);
    if (said === mine) {
      this.mine.set(key, mine);
      return met ? noticeOf(written, { kind: 'overwrote', by: met.by, mine, theirs: met.theirs }) : null;
    }
    if (now.changedBy === this.me) return null;
    return noticeOf(written, { kind: 'overwritten', by: now.changedBy, mine, theirs: said });
  }

  private keysOf(pending: readonly PendingIntent[]): ReadonlySet<string> {
    if (this.onItsWay.pending !== pending) {
      const keys = new Set(pending.flatMap((one) => writtenBy(one.intent).map(keyOf)));
      this.onItsWay = { pending, keys };
    }
    return this.onItsWay.keys;
  }
}
