import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type JsonShape = Schemas[string];

/** JSON Schemas (draft 2020-12, the dialect of OpenAPI 3.1); recursive schemas go into the named components. */
export class JsonShapes {
  readonly named: Schemas = {};

  of(schema: z.ZodType, name: string, io: 'input' | 'output'): JsonShape {
    const {
      $defs,
      $schema: _,
      ...shape
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
    }) as { $defs?: Record<string, unknown>; $schema?: string; [field: string]: unknown };
    for (const [part, of] of Object.entries($defs ?? {})) this.named[`${name}_${part}`] = renamed(of, name);
    return renamed(shape, name);
  }
}

/** Prefixes a schema's own references with its name, as in the components. */
const renamed = (shape: unknown, name: string): JsonShape =>
  JSON.parse(
    JSON.stringify(shape, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', `#/components/schemas/${name}_`)
        : value,
    ),
  ) as JsonShape;

/** Envelope of a successful answer. */
export const envelopeOf = (data: z.ZodType, status: number): z.ZodType =>
  z.object({ data, status: z.literal(status) });

export const errorSchema: JsonShape = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string' },
    code: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: true },
  },
};
