import { z } from 'zod';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

/** All fields of a schema as paths: `[]` for array elements, `*` for record values. */
export function fieldsOf(shape: z.ZodType): readonly string[] {
  const found = new Set<string>();
  walk(z.toJSONSchema(shape) as Schema, '', found);
  found.delete('kind');
  return [...found].sort();
}

function walk(schema: Schema, path: string, found: Set<string>): void {
  const inner = (key: string): string => (path === '' ? key : `${path}.${key}`);
  for (const [key, one] of Object.entries(schema.properties ?? {})) {
    found.add(inner(key));
    walk(one, inner(key), found);
  }
  for (const one of schema.anyOf ?? []) walk(one, path, found);
  for (const one of schema.prefixItems ?? []) walk(one, `${path}[]`, found);
  if (schema.items) walk(schema.items, `${path}[]`, found);
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    walk(schema.additionalProperties, `${path}.*`, found);
}
