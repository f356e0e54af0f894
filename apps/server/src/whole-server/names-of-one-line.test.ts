import { allAccessCalls } from '@cotejo/access-contracts';
import * as audits from '@cotejo/audits-contracts';
import * as operations from '@cotejo/operations-contracts';
import * as worksheets from '@cotejo/worksheets-contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** Direction overrides, tag characters and fillers, with which names imitate others. */
const HIDDEN = ['ab\u202Ecd', 'ab\u2066cd', 'ab\u{E0041}cd', 'ab\u200Bcd', 'ab\u3164cd'];

/** Fields that accept hidden characters, each with the reason why they do no harm there. */
const TAKES_ANYTHING: readonly RegExp[] = [
  // Secrets are checked when they are chosen.
  / (password|password_confirmation|current)$/,
  // Search terms, never stored; results show the stored value.
  /^POST \/(login|login\/validate|login\/validate-username|forgot-password)\/ (username|u|pkg|account|email)$/,
  /^retry(Body (projection|stream)|JobBody job)$/,
  / (plantilla|field|files\.field|campo)$/,
  // Error reports and telemetry, for operators.
  /^POST \/sys\/(error_report|telemetry)\/ /,
  // Checked against their own catalogues: a kind of value, setting or intent, a time zone, a version of the
  // terms.
  / (values|valores|value|parts\.intent\.kind|time_zone|version|special_characters)$/,
  // Multi-line free texts, stored in the vault.
  / (motivo_texto|text|reason|objective|scope|instructions\.text|texto|descripcion|threats|amenazas)$/,
  // Set by the server from the file's content.
  / (file|files\.file)\.mime$/,
];

type Schema = z.core.$ZodType;

/** Paths of the texts in a schema, each with its schema. */
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
