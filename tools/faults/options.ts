import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { FAULT_KINDS, type FaultKind } from './plan/fault.ts';

export interface Options {
  readonly rounds: number;
  readonly seed: string;
  /** Number of the first round. */
  readonly first: number;
  readonly kinds: readonly FaultKind[];
  /** Keeps the evidence of a run without violations, too. */
  readonly keep: boolean;
}

const kind = z.enum(FAULT_KINDS as [FaultKind, ...FaultKind[]]);
const shape = z.object({
  rounds: z.coerce.number().int().min(1).default(20),
  seed: z.string().min(1).optional(),
  first: z.coerce.number().int().min(1).default(1),
  only: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(kind).min(1))
    .optional(),
  keep: z.boolean().default(false),
});

/** Null for invalid arguments. */
export function readOptions(args: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string' },
        seed: { type: 'string' },
        first: { type: 'string' },
        only: { type: 'string' },
        keep: { type: 'boolean' },
      },
    });
    const { only, seed, ...rest } = shape.parse(values);
    return { ...rest, seed: seed ?? randomBytes(4).toString('hex'), kinds: only ?? FAULT_KINDS };
  } catch {
    return null;
  }
}
