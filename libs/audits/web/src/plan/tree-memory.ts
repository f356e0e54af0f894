import { ALL_LEVELS, openTo, type Expansion } from '@cotejo/ui';
import { z } from 'zod';

/** Plans up to this size open whole at the first visit; larger ones show their first two levels. */
const SMALL_PLAN = 150;
/** Rows switched by hand that are remembered: beyond, the levels alone. */
const REMEMBERED = 2_000;

const stored = z.object({
  /** Null = every level. */
  levels: z.number().int().min(0).nullable(),
  switched: z.array(z.string()).max(REMEMBERED),
  hint: z.boolean(),
});

export interface TreeMemory {
  readonly expansion: Expansion;
  /** The explanation of the first visit was put away. */
  readonly isHintRead: boolean;
}

const PREFIX = 'cotejo.tree.';
const keyOf = (user: string, audit: string): string => `${PREFIX}${user}.${audit}`;

/** What this person left open in an audit's tree; null at the first visit. */
export function readTreeMemory(
  storage: Pick<Storage, 'getItem'>,
  user: string,
  audit: string,
): TreeMemory | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(user, audit)) ?? '');
    const { levels, switched, hint } = stored.parse(found);
    return {
      expansion: { levels: levels ?? ALL_LEVELS, switched: new Set(switched) },
      isHintRead: hint,
    };
  } catch {
    // Nothing stored, or something that an older version did.
    return null;
  }
}

export function writeTreeMemory(
  storage: Pick<Storage, 'setItem'>,
  user: string,
  audit: string,
  { expansion, isHintRead }: TreeMemory,
): void {
  const { levels, switched } = expansion;
  try {
    storage.setItem(
      keyOf(user, audit),
      JSON.stringify({
        levels: levels >= ALL_LEVELS ? null : levels,
        switched: switched.size > REMEMBERED ? [] : [...switched],
        hint: isHintRead,
      }),
    );
  } catch {
    // A full or forbidden storage: it lasts as long as the page.
  }
}

/** Takes away what a person's trees left in this browser. */
export function forgetTrees(storage: Storage, user: string): void {
  const own = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of own) if (key?.startsWith(`${PREFIX}${user}.`)) storage.removeItem(key);
}

/** What is open when somebody comes for the first time. */
export const firstExpansion = (size: number): Expansion => openTo(size <= SMALL_PLAN ? ALL_LEVELS : 1);
