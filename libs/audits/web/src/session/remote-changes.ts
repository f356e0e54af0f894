import type { ItemId, ItemValue, SignatureMark, TreeRecord } from '@cotejo/audits-contracts';
import { valueField, valueOf, type TreeNode } from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';
import { partsOf } from './intent-parts.ts';

/** Somebody else changed an item. */
export interface Touch {
  readonly item: ItemId;
  readonly by: string;
  readonly version: number;
  /**
   * Which of `created`, `name`, `code`, `place`, `assignee`, `status`, `treatment`, `dates`, `risk` are new,
   * and whether it was `deleted` or `restored`.
   */
  readonly fields: readonly string[];
}

/** Two people wrote the same field without seeing each other; the later one stands. */
interface Met<Value> {
  /** `overwritten`: what I wrote was replaced. `overwrote`: I replaced what I had not seen. */
  readonly kind: 'overwritten' | 'overwrote';
  readonly item: ItemId;
  readonly by: string;
  readonly mine: Value;
  readonly theirs: Value;
}

export type NameNotice = Met<string> & { readonly field: 'name' | 'code' };

/** Of a value of the item's worksheet, by its key. */
export type ValueNotice = Met<ItemValue> & { readonly field: 'value'; readonly key: string };

/** Changes of others took my mark away. */
export interface VoidedNotice {
  readonly kind: 'voided';
  readonly item: ItemId;
  /** Who changed it: of a text, whoever wrote what was added. */
  readonly by: readonly string[];
  readonly marks: readonly SignatureMark[];
}

export type Notice = NameNotice | ValueNotice | VoidedNotice;

/**
 * What of a record is news to somebody whose base is of version `seen` and held `old`; null when it is their
 * own or old.
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

/** What an intent wrote, and where a record holds it. */
interface Written {
  readonly item: ItemId;
  /** `name`, `code`, or the key of a value as a record's fields have it. */
  readonly field: string;
  readonly value: ItemValue;
}

/** Fields that an intent writes, of every part of a batch. */
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

/** What a record says in a field. */
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

/** Fields of a record that may be written over: its name, its code, and the values that it had or has. */
function overwritableFields(old: TreeNode, record: TreeRecord): string[] {
  const keys = new Set([...Object.keys(old.values ?? {}), ...Object.keys(record.values ?? {})]);
  return ['name', 'code', ...[...keys].map(valueField)];
}

/** Marks of mine that fell with somebody else's change. */
function voidedMarks(old: TreeNode, record: TreeRecord, me: string): SignatureMark[] {
  const stands = (mark: SignatureMark) =>
    record.signatures?.some((signature) => signature.by === me && signature.mark === mark) ?? false;
  return (old.signatures ?? []).flatMap(({ by, mark }) => (by === me && !stands(mark) ? [mark] : []));
}

/**
 * Tells "what you wrote was replaced" and "you replaced what you had not seen" apart by the order that the server
 * made of them.
 */
export class OverwriteWatch {
  /** What of mine the server took, and what of others came while mine was on its way. */
  private readonly mine = new Map<string, ItemValue>();
  private readonly unseen = new Map<string, { by: string; theirs: ItemValue }>();
  /** What is on its way, made once for each state of the outbox: hundreds of records may come at once. */
  private onItsWay: { readonly pending: readonly PendingIntent[]; readonly keys: ReadonlySet<string> } = {
    pending: [],
    keys: new Set(),
  };

  constructor(private readonly me: string) {}

  /** A record of somebody else replaces what the base held. */
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

  /** The server took an intent of mine; `get` gives items as the base holds them. */
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
