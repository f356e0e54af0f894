import type { AvatarPerson } from '@cotejo/ui';
import type { TreeRow } from '../session/tree-rows.ts';

/**
 * By whom a plan can be filtered: its team, and whoever else something is assigned to: the audited who answer
 * plans, people who left the team. These come after the team, by name.
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
