import { kernelEvent, type AuditEvent } from '@cotejo/audits-contracts';
import type { z } from 'zod';
import type { Slice } from './model.ts';

/**
 * Maximum of a database column of type `integer`, in which versions, minutes, counts and years are stored.
 */
export const MAX_INTEGER = 2_147_483_647;

const KERNEL_TYPES: ReadonlySet<string> = new Set(kernelEvent.options.map(({ shape }) => shape.type.value));

/**
 * Checks events before they are appended: a projection that cannot store an event stops for its audit, and
 * the log is append-only.
 * @returns why an event must not be written, naming the first invalid field; null when it may
 */
export function unwritableBy(slices: readonly Slice[]): (event: AuditEvent) => string | null {
  const schemas = new Map(slices.flatMap(({ writable = {} }) => Object.entries(writable)));
  return ({ type, data }) => {
    if (KERNEL_TYPES.has(type))
      return faultOf(kernelEvent.safeParse({ type, data })) ?? numberBeyond(data, 'data');
    const schema = schemas.get(type);
    return schema ? faultOf(schema.safeParse(data)) : null;
  };
}

function faultOf({ error }: z.ZodSafeParseResult<unknown>): string | null {
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
}

/** Path of the first number that exceeds a column of type `integer`. */
function numberBeyond(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Math.abs(value) <= MAX_INTEGER ? null : `${path}: ${value}`;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const fault = numberBeyond(inner, `${path}.${key}`);
    if (fault !== null) return fault;
  }
  return null;
}
