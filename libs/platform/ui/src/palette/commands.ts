import type { LucideIcon } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';

/** A command that the palette offers. */
export interface Command {
  /** Unique within its group. */
  readonly key: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Its shortcut elsewhere, see `Shortcut`. */
  readonly keys?: string;
  /** Cannot be run now. */
  readonly isOff?: boolean;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
  /** Offered on every page: listed after those of the page. */
  readonly isEverywhere?: boolean;
}

let groups: readonly CommandGroup[] = [];
const listeners = new Set<() => void>();

function put(next: readonly CommandGroup[]): void {
  groups = [...next.filter((group) => !group.isEverywhere), ...next.filter((group) => group.isEverywhere)];
  for (const listener of listeners) listener();
}

/** Offers a group of commands in the palette while the component is mounted; memoise the group. */
export function useCommands(group: CommandGroup): void {
  useEffect(() => {
    put([...groups, group]);
    return () => put(groups.filter((one) => one !== group));
  }, [group]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** All groups with commands, those of the page first. */
export const useCommandGroups = (): readonly CommandGroup[] =>
  useSyncExternalStore(subscribe, () => groups).filter(({ commands }) => commands.length > 0);
