import type { AuditIntent } from '@cotejo/audits-contracts';
import type { TrayEntry } from '@cotejo/rooms/client';
import { partsOf } from './intent-parts.ts';

/** A refused entry and the entries refused because they depended on it. */
export interface TrayGroup {
  readonly key: string;
  readonly cause: TrayEntry;
  readonly dependants: readonly TrayEntry[];
}

/** All entries of a group, in the order of creation. */
export const entriesOf = (group: TrayGroup): readonly TrayEntry[] => [group.cause, ...group.dependants];

/**
 * Groups refused work by cause. An entry joins an earlier one of the same page when it depends on it: on an
 * item that was to be created or restored, or on a status that was to be set.
 */
export function trayGroups(entries: readonly TrayEntry[]): TrayGroup[] {
  const groups: { key: string; cause: TrayEntry; dependants: TrayEntry[] }[] = [];
  /** Group that was to establish a fact, by page and fact. */
  const brought = new Map<string, (typeof groups)[number]>();
  for (const entry of entries) {
    const parts = partsOf(entry.intent);
    const own = (fact: string) => `${entry.session} ${fact}`;
    let group = parts
      .flatMap(needs)
      .map(own)
      .map((fact) => brought.get(fact))
      .find(Boolean);
    if (group) group.dependants.push(entry);
    else {
      group = { key: `${entry.session}:${entry.seq}`, cause: entry, dependants: [] };
      groups.push(group);
    }
    for (const fact of parts.flatMap(brings).map(own)) brought.set(fact, group);
  }
  return groups;
}

const isThere = (id: string) => `there ${id}`;
const hasStatus = (id: string, status: string) => `${status} ${id}`;
const isGone = (id: string) => `gone ${id}`;

function brings(intent: AuditIntent): string[] {
  switch (intent.kind) {
    case 'create_item':
    case 'restore_item':
      return [isThere(intent.id)];
    case 'copy_item':
      return intent.copies.map(([, copy]) => isThere(copy));
    case 'delete_item':
      return [isGone(intent.id)];
    case 'change_status':
      return [hasStatus(intent.id, intent.to)];
    default:
      return [];
  }
}

function needs(intent: AuditIntent): string[] {
  const named: string[] = [];
  if ('id' in intent && intent.kind !== 'create_item' && intent.kind !== 'copy_item')
    named.push(isThere(intent.id));
  if ('parent' in intent && intent.parent !== null) named.push(isThere(intent.parent));
  if (intent.kind === 'copy_item') named.push(isThere(intent.source));
  if (intent.kind === 'create_item' && intent.target) named.push(isThere(intent.target.item));
  if (intent.kind === 'restore_item') named.push(isGone(intent.id));
  if (intent.kind === 'change_status') named.push(hasStatus(intent.id, intent.from));
  return named;
}
