import type { AvatarPerson } from '@cotejo/ui';
import type { TreeRow } from '../../session/rows/tree-rows.ts';

/**
 * Users by whom a plan can be filtered: its team, then by name other assignees (action-plan owners, former team
 * members).
 */
export function whoMayBeSought(
  team: readonly AvatarPerson[],
  rows: readonly Pick<TreeRow, 'shown' | 'children'>[],
  person: (id: string) => AvatarPerson,
): readonly AvatarPerson[] {
  const others = new Set<string>();
  const waiting = [...rows];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (row.shown.assignee !== null) others.add(row.shown.assignee);
    if (row.children) waiting.push(...row.children);
  }
  for (const { id } of team) others.delete(id);
  return [...team, ...[...others].map(person).sort((a, b) => a.name.localeCompare(b.name))];
}
