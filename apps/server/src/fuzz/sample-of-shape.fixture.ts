import { z } from 'zod';
import type { Chance } from './chance.fixture.ts';

const LEAVES: readonly unknown[] = [
  'Un texto',
  1,
  0,
  true,
  null,
  'uno.dos',
  'alguien@nadie.example',
  '2026-05-05',
  '2026-05-05T10:00:00Z',
  '123456',
  'uno',
  'HT_PASO',
  'riesgo',
  'tour',
  '7',
  'una_palabra_larga_que_no_dice_nada',
  '127.0.0.0/8',
];

/** A value that matches a schema, or nearly; ids sometimes refer to existing objects. */
export function sampleOf(schema: unknown, chance: Chance, ids: readonly string[], depth = 0): unknown {
  const inner = (one: unknown): unknown => sampleOf(one, chance, ids, depth + 1);
  if (depth > 6) return null;
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape);
    return Object.fromEntries(
      entries
        .filter(([, of]) => !(of instanceof z.ZodOptional) || chance.often(0.6))
        .map(([key, of]) => [key, inner(of)]),
    );
  }
  if (schema instanceof z.ZodArray)
    return Array.from({ length: chance.below(3) }, () => inner(schema.element));
  if (schema instanceof z.ZodTuple) return (schema.def.items as readonly unknown[]).map(inner);
  if (schema instanceof z.ZodUnion) return inner(chance.pick(schema.options));
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  if (schema instanceof z.ZodNullable) return chance.often(0.2) ? null : inner(schema.def.innerType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return inner(schema.def.innerType);
  if (schema instanceof z.ZodEnum) return chance.pick(schema.options);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodRecord) return { 'plan.access': 1 };
  if (!(schema instanceof z.ZodType)) return null;
  const leaves = [chance.pick(ids), ...LEAVES];
  const start = chance.below(leaves.length);
  const fitting = leaves.find((_, at) => schema.safeParse(leaves[(at + start) % leaves.length]).success);
  return fitting === undefined ? 'x' : leaves[(leaves.indexOf(fitting) + start) % leaves.length];
}
