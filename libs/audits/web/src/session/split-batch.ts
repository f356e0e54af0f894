import { MAX_PARTS, type AuditIntent, type Rejection } from '@cotejo/audits-contracts';

/** Bytes of the intents of one batch: their events must fit into one append of the log, names twice. */
const MAX_BYTES = 96 * 1024;

const encoder = new TextEncoder();

/** Items that an intent brings about or changes at least: each becomes an event. */
const weightOf = (intent: AuditIntent): number => (intent.kind === 'copy_item' ? intent.copies.length : 1);

/**
 * Groups of intents, in order, each small enough for one batch: at most 500 items and 96 KB. Each group is all or
 * nothing by itself; together they are not: the server may take one and refuse another.
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

/** A refusal of one group, as one of everything that was asked: `first` = index of the group's first intent. */
export function inWhole(rejection: Rejection, first: number, all: number): Rejection {
  if (all < 2) return rejection;
  const part = Number(rejection.params?.['part'] ?? 0) + first;
  return { ...rejection, params: { ...rejection.params, part } };
}
