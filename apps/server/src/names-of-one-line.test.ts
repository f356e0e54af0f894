import { allAccessCalls } from '@cotejo/access-contracts';
import * as audits from '@cotejo/audits-contracts';
import * as operations from '@cotejo/operations-contracts';
import * as worksheets from '@cotejo/worksheets-contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** Turned around, filled up and tagged: in each a name looks like another. */
const HIDDEN = ['ab\u202Ecd', 'ab\u2066cd', 'ab\u{E0041}cd', 'ab\u200Bcd', 'ab\u3164cd'];

/** Fields that accept hidden characters, each with the reason why they do no harm there. */
const TAKES_ANYTHING: readonly RegExp[] = [
  // Secrets are judged where they are chosen.
  / (password|password_confirmation|current)$/,
  // Looked for, never kept; what is found is shown as it is kept.
  /^POST \/(login|login\/validate|login\/validate-username|forgot-password)\/ (username|u|pkg|account|email)$/,
  /^retryBody (projection|stream)$/,
  / (plantilla|field|files\.field|campo)$/,
  // Reports of faults and figures, for operators.
  /^POST \/sys\/(error_report|telemetry)\/ /,
  // Judged by what it names: a kind of value, setting or intent, a time zone, a version of the terms.
  / (values|valores|value|parts\.intent\.kind|time_zone|version|special_characters)$/,
  // Free texts of many lines, which the vault keeps.
  / (motivo_texto|text|reason|objective|instructions\.text|texto|descripcion)$/,
  // Told by the server of what it found in the file.
  / (file|files\.file)\.mime$/,
];

type Schema = z.core.$ZodType;

/** Paths of texts in a schema, with the schema of each. */
function* textsOf(schema: Schema, path: string): Generator<readonly [string, Schema]> {
  const { def } = schema as z.core.$ZodTypes & { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) yield* textsOf(field, `${path}.${name}`);
      return;
    case 'union':
      for (const option of def.options) yield* textsOf(option, path);
      return;
    case 'array':
      return yield* textsOf(def.element, path);
    case 'record':
      return yield* textsOf(def.valueType, path);
    case 'tuple':
      for (const part of def.items) yield* textsOf(part, path);
      return;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return yield* textsOf(def.innerType, path);
    case 'pipe':
      return yield* textsOf(def.in, path);
    case 'string':
      yield [path.replace(/^\./, ''), schema];
      return;
    default:
  }
}

const bodies = [
  ...allAccessCalls.flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, body] as const] : [])),
  ...[audits, operations, worksheets].flatMap((contracts) =>
    Object.entries(contracts).filter(
      (entry): entry is [string, z.ZodType] =>
        /(Body|Intent)s?$/.test(entry[0]) && entry[1] instanceof z.ZodType,
    ),
  ),
];

it('every name field of calls and intents refuses hidden characters', () => {
  const texts = bodies.flatMap(([name, body]) =>
    [...textsOf(body, '')].map(([path, schema]) => [`${name} ${path}`, schema] as const),
  );
  expect(texts.length).toBeGreaterThan(60);
  const takes = texts.filter(([, schema]) => HIDDEN.some((text) => z.safeParse(schema, text).success));
  expect(takes.map(([at]) => at).filter((at) => !TAKES_ANYTHING.some((known) => known.test(at)))).toEqual([]);
});
