import type { ItemId, TreeRecord } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
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

type OverwritableField = 'name' | 'code';

/** Two people wrote the same field without seeing each other; the later one stands. */
export interface Notice {
  /** `overwritten`: what I wrote was replaced. `overwrote`: I replaced what I had not seen. */
  readonly kind: 'overwritten' | 'overwrote';
  readonly item: ItemId;
  readonly field: OverwritableField;
  readonly by: string;
  readonly mine: string;
  readonly theirs: string;
}

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

interface Written {
  readonly item: ItemId;
  readonly field: OverwritableField;
  readonly value: string;
}

/** Fields that an intent writes, of every part of a batch. */
const writtenBy = (intent: PendingIntent['intent']): Written[] =>
  partsOf(intent).flatMap((part): Written[] => {
    if (part.kind === 'rename_item') return [{ item: part.id, field: 'name', value: part.name.trim() }];
    if (part.kind === 'recode_item' && part.code !== null)
      return [{ item: part.id, field: 'code', value: part.code.trim() }];
    return [];
  });

const keyOf = (of: { item: ItemId; field: string }): string => `${of.field} ${of.item}`;

/**
 * Tells "your name was replaced" and "you replaced a name that you had not seen" apart by the order that
 * the server made of them.
 */
export class OverwriteWatch {
  /** Values of mine that the server took, and values of others that came while mine was on its way. */
  private readonly mine = new Map<string, string>();
  private readonly unseen = new Map<string, { by: string; theirs: string }>();
  /** What is on its way, made once for each state of the outbox: hundreds of records may come at once. */
  private onItsWay: { readonly pending: readonly PendingIntent[]; readonly keys: ReadonlySet<string> } = {
    pending: [],
    keys: new Set(),
  };

  /** A record of somebody else replaces what the base held. */
  onRemote(
    old: TreeNode | undefined,
    item: ItemId,
    record: TreeRecord,
    pending: readonly PendingIntent[],
  ): Notice[] {
    if (!old) return [];
    const notices: Notice[] = [];
    for (const field of ['name', 'code'] as const) {
      if (old[field] === record[field]) continue;
      const key = keyOf({ item, field });
      const theirs = record[field] ?? '';
      const isOnItsWay = this.keysOf(pending).has(key);
      if (isOnItsWay) this.unseen.set(key, { by: record.changedBy, theirs });
      const mine = this.mine.get(key);
      this.mine.delete(key);
      if (mine === undefined || mine !== old[field] || isOnItsWay) continue;
      notices.push({ kind: 'overwritten', item, field, by: record.changedBy, mine, theirs });
    }
    return notices;
  }

  /** The server took an intent of mine; `get` gives items as the base holds them. */
  onCommitted(
    intent: PendingIntent['intent'],
    get: (item: ItemId) => TreeNode | undefined,
    me: string,
  ): Notice[] {
    return writtenBy(intent).flatMap((written) => {
      const now = get(written.item);
      const notice = now && this.committed(written, now, me);
      return notice ? [notice] : [];
    });
  }

  private committed(written: Written, now: TreeNode, me: string): Notice | null {
    const { item, field, value: mine } = written;
    const key = keyOf(written);
    const met = this.unseen.get(key);
    this.unseen.delete(key);
    if (now[field] === mine) {
      this.mine.set(key, mine);
      return met ? { kind: 'overwrote', item, field, by: met.by, mine, theirs: met.theirs } : null;
    }
    if (now.changedBy === me) return null;
    return { kind: 'overwritten', item, field, by: now.changedBy, mine, theirs: now[field] ?? '' };
  }

  private keysOf(pending: readonly PendingIntent[]): ReadonlySet<string> {
    if (this.onItsWay.pending !== pending) {
      const keys = new Set(pending.flatMap((one) => writtenBy(one.intent).map(keyOf)));
      this.onItsWay = { pending, keys };
    }
    return this.onItsWay.keys;
  }
}
