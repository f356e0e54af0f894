import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ATTACK_KINDS, CLOCK_KIND, type Kind } from './orders.ts';

export const KINDS: readonly Kind[] = [...ATTACK_KINDS, CLOCK_KIND];
/** Minutes from which exceeded time limits count as failures: shorter runs have too few measurements. */
const STRICT_FROM_MINUTES = 5;
/** Minutes from which attacks use their full sizes. */
const WHOLE_FROM_MINUTES = 2;
const MOST_MINUTES = 240;

export interface Options {
  readonly seed: string;
  readonly minutes: number;
  readonly kinds: readonly Kind[];
  /** Whether an exceeded time limit counts as a failure. */
  readonly strictTiming: boolean;
  readonly isSmall: boolean;
  /** Keeps the folder of a run without violations, too. */
  readonly keep: boolean;
}

const kind = z.enum(KINDS as [Kind, ...Kind[]]);
const shape = z.object({
  seed: z.string().min(1).optional(),
  minutes: z.coerce.number().min(0.1).max(MOST_MINUTES).default(1),
  only: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(kind).min(1))
    .optional(),
  'strict-timing': z.boolean().default(false),
  keep: z.boolean().default(false),
});

/** Null for invalid arguments. */
export function readOptions(args: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string' },
        minutes: { type: 'string' },
        only: { type: 'string' },
        'strict-timing': { type: 'boolean' },
        keep: { type: 'boolean' },
      },
    });
    const { seed, minutes, only, keep, 'strict-timing': strict } = shape.parse(values);
    return {
      seed: seed ?? randomBytes(4).toString('hex'),
      minutes,
      kinds: only ?? KINDS,
      strictTiming: strict || minutes >= STRICT_FROM_MINUTES,
      isSmall: minutes < WHOLE_FROM_MINUTES,
      keep,
    };
  } catch {
    return null;
  }
}
