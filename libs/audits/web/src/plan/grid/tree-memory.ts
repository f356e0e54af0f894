import { ALL_LEVELS, openTo, type Expansion } from '@cotejo/ui';
import { z } from 'zod';

/** Number of items up to which a plan opens fully expanded on the first visit; larger plans open two levels. */
const SMALL_PLAN = 150;
/** Most individually toggled rows that are stored; beyond it, only the levels are. */
const REMEMBERED = 2_000;

const stored = z.object({
  /** Null = all levels. */
  levels: z.number().int().min(0).nullable(),
  switched: z.array(z.string()).max(REMEMBERED),
});

export interface TreeMemory {
  readonly expansion: Expansion;
}

const PREFIX = 'cotejo.tree.';
const keyOf = (user: string, audit: string): string => `${PREFIX}${user}.${audit}`;

/** Stored expansion of a user in an audit's tree; null at the first visit. */
export function readTreeMemory(
  storage: Pick<Storage, 'getItem'>,
  user: string,
  audit: string,
): TreeMemory | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(user, audit)) ?? '');
    const { levels, switched } = stored.parse(found);
    return { expansion: { levels: levels ?? ALL_LEVELS, switched: new Set(switched) } };
  } catch {
    // Nothing stored, or written by an older version in another shape.
    return null;
  }
}

export function writeTreeMemory(
  storage: Pick<Storage, 'setItem'>,
  user: string,
  audit: string,
  { expansion }: TreeMemory,
): void {
  const { levels, switched } = expansion;
  try {
    storage.setItem(
      keyOf(user, audit),
      JSON.stringify({
        levels: levels >= ALL_LEVELS ? null : levels,
        switched: switched.size > REMEMBERED ? [] : [...switched],
      }),
    );
  } catch {
    // Storage is full or blocked: the state lasts as long as the page.
  }
}

/** Deletes a user's tree state from this browser. */
export function forgetTrees(storage: Storage, user: string): void {
  const own = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of own) if (key?.startsWith(`${PREFIX}${user}.`)) storage.removeItem(key);
}

/** Expansion at the first visit. */
export const firstExpansion = (size: number): Expansion => openTo(size <= SMALL_PLAN ? ALL_LEVELS : 1);
