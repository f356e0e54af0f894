import type { CommandGroup } from './commands.ts';

export interface FoundGroup extends CommandGroup {
  /** Place of the group among all of them. */
  readonly index: number;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Commands whose name, or whose group's, holds every word of a text, without case and accents; else no group. */
export function findCommands(groups: readonly CommandGroup[], text: string): readonly FoundGroup[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return groups
    .map((group, index) => ({
      ...group,
      index,
      commands: group.commands.filter(({ label }) => {
        const name = plain(`${label} ${group.label}`);
        return words.every((word) => name.includes(word));
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}
