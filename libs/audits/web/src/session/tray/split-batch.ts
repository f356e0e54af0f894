import { MAX_PARTS, type AuditIntent, type Rejection } from '@cotejo/audits-contracts';

/**
 * Maximum bytes of the intents in one batch: their events, which may repeat each name, must fit into one
 * append.
 */
const MAX_BYTES = 96 * 1024;

const encoder = new TextEncoder();

/** Minimum number of items, and so of events, that an intent causes. */
const weightOf = (intent: AuditIntent): number => (intent.kind === 'copy_item' ? intent.copies.length : 1);

/**
 * Splits intents, in order, into groups that fit one batch each: at most 500 items and 96 KB. Each group is
 * all or nothing, but the server may accept one group and refuse another.
 */
export function splitBatch(intents: readonly AuditIntent[]): AuditIntent[][] {
  const groups: AuditIntent[][] = [];
  let group: AuditIntent[] = [];
  let weight = 0;
  let bytes = 0;
  for (const intent of intents) {
    const size = encoder.encode(JSON.stringify(intent)).length;
    const isFull = weight + weightOf(intent) > MAX_PARTS || bytes + size > MAX_BYTES;
    if (group.length > 0 && isFull) {
      groups.push(group);
      [group, weight, bytes] = [[], 0, 0];
    }
    group.push(intent);
    weight += weightOf(intent);
    bytes += size;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/**
 * Converts the rejection of one group to the index of the whole list; `first` = index of the group's first
 * intent.
 */
export function inWhole(rejection: Rejection, first: number, all: number): Rejection {
  if (all < 2) return rejection;
  const part = Number(rejection.params?.['part'] ?? 0) + first;
  return { ...rejection, params: { ...rejection.params, part } };
}
