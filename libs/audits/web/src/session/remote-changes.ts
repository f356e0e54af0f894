import type { ItemId, TreeRecord } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { PendingIntent } from '@cotejo/rooms/client';

/** Somebody else changed an item. */
export interface Touch {
  readonly item: ItemId;
  readonly by: string;
  readonly version: number;
  /** Which of `created`, `name`, `code`, `place`, `assignee`, `status`, `treatment` are new. */
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

/** What of a record is news to somebody whose base held `seen`; null when it is their own or old. */
export function touchOf(item: ItemId, record: TreeRecord, seen: number, me: string): Touch | null {
  if (record.changedBy === me || record.version <= seen) return null;
  const fields = Object.keys(record.fields).filter((field) => (record.fields[field] ?? -1) > seen);
  return { item, by: record.changedBy, version: record.version, fields };
}

interface Written {
  readonly item: ItemId;
  readonly field: OverwritableField;
  readonly value: string;
}

function writtenBy(intent: PendingIntent['intent']): Written | null {
  const { kind, id, name, code } = intent;
  if (typeof id !== 'string') return null;
  const item = id as ItemId;
  if (kind === 'rename_item' && typeof name === 'string') return { item, field: 'name', value: name.trim() };
  if (kind === 'recode_item' && typeof code === 'string') return { item, field: 'code', value: code.trim() };
  return null;
}

const keyOf = (of: { item: ItemId; field: string }): string => `${of.field} ${of.item}`;

/**
 * Tells "your name was replaced" and "you replaced a name that you had not seen" apart by the order that
 * the server made of them.
 */
export class OverwriteWatch {
  /** Values of mine that the server took, and values of others that came while mine was on its way. */
  private readonly mine = new Map<string, string>();
  private readonly unseen = new Map<string, { by: string; theirs: string }>();

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
      const isOnItsWay = pending.some((one) => {
        const written = writtenBy(one.intent);
        return written?.item === item && written.field === field;
      });
      if (isOnItsWay) this.unseen.set(key, { by: record.changedBy, theirs });
      const mine = this.mine.get(key);
      this.mine.delete(key);
      if (mine === undefined || mine !== old[field] || isOnItsWay) continue;
      notices.push({ kind: 'overwritten', item, field, by: record.changedBy, mine, theirs });
    }
    return notices;
  }

  /** The server took an intent of mine; `now` is the item as the base holds it. */
  onCommitted(intent: PendingIntent['intent'], now: TreeNode | undefined, me: string): Notice | null {
    const written = writtenBy(intent);
    if (!written || !now) return null;
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
}
