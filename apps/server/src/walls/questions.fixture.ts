import { randomUUID } from 'node:crypto';
import { pathOf } from '@cotejo/http/contracts';
import type { Door } from '@cotejo/http/server';
import { z } from 'zod';
import {
  accessQuestions,
  productQuestions,
  publicQuestions,
  type Question,
  type Questions,
} from './access-questions.fixture.ts';
import { auditQuestions } from './audit-questions.fixture.ts';
import type { FilledAccount, Kind } from './filled-account.fixture.ts';
import type { PlainCall } from './plain-call.fixture.ts';
import { recordQuestions } from './record-questions.fixture.ts';

/** Every door with what is asked there. */
export const allQuestions: Questions = {
  ...publicQuestions,
  ...auditQuestions,
  ...accessQuestions,
  ...productQuestions,
  ...recordQuestions,
};

export const doorName = ({ method, path }: Pick<Door, 'method' | 'path'>): string => `${method} ${path}`;

/**
 * What may come along with a call and can name nothing of an account: only the client's own ids, of what it is
 * about to make, which have their own test.
 */
const NAMES_NOTHING: ReadonlySet<string> = new Set(['id', '_nombre', 'codigo', 'position', 'pkg', 'action']);

/** Names of what a door takes that no question of its brings along: whoever adds one says here what it names. */
export function unasked(door: Door): string[] {
  const questions = allQuestions[doorName(door)];
  if (questions === undefined) return [doorName(door)];
  const asked = new Set(questions.flatMap(({ params, query, body }) => keysOfValue([params, query, body])));
  const { params, query } = door.call;
  const body = door.call.describedBody ?? door.call.body;
  const taken = new Set([
    ...[...door.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    ...[params, query, body].flatMap((schema) => (schema ? keysOfSchema(schema) : [])),
  ]);
  return [...taken]
    .filter((name) => !asked.has(name) && !isOptionalName(name))
    .map((name) => `${doorName(door)}: ${name}`);
}

const isOptionalName = (name: string): boolean => NAMES_NOTHING.has(name) || PLAIN.has(name);

/** Fields of items that hold words, days and states. */
const PLAIN: ReadonlySet<string> = new Set([
  'fecha_inicio',
  'fecha_fin',
  'status',
  'riesgo_general',
  'riesgos_especificos',
  'factores',
  'objetivos',
  'tratamiento_hallazgo',
  'plan_accion_tratamiento_plan_accion',
  'auth_method',
  'compartido',
  // Of one telemetry event.
  'name',
  'at',
  'view',
  'duration',
]);

function keysOfValue(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOfValue);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, of]) => [key, ...keysOfValue(of)]);
}

/** Every name in a shape, however deep. */
export function keysOfSchema(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, unknown>).flatMap(([key, of]) => [
      key,
      ...keysOfSchema(of),
    ]);
  }
  if (schema instanceof z.ZodArray) return keysOfSchema(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(keysOfSchema);
  if (schema instanceof z.ZodPipe) return keysOfSchema(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return keysOfSchema(schema.def.innerType);
  }
  return [];
}

export interface Variant<Asked> {
  /** Naming things of the other account. */
  readonly asked: Asked;
  /** The same, naming what nobody has. */
  readonly ofNobody: Asked;
  /** What of the other account it names. */
  readonly names: readonly string[];
  /** All that it names there may be missing: it comes to what it comes to without. */
  readonly mayPass: boolean;
}

const PLACE = /<(\??)(\w+)>/g;

/**
 * What is asked, with the other account's things everywhere, and with each of them alone among own ones. Where
 * it names nothing it is the only variant.
 */
export function variantsOf<Asked>(asked: Asked, own: FilledAccount, other: FilledAccount): Variant<Asked>[] {
  const text = JSON.stringify(asked);
  const places = [...text.matchAll(PLACE)].map(([, mark, kind = '']) => ({ mayPass: mark === '?', kind }));
  const filled = (thing: (index: number, kind: Kind) => string): Asked => {
    let index = 0;
    return JSON.parse(text.replace(PLACE, (_, _mark: string, kind: Kind) => thing(index++, kind))) as Asked;
  };
  const one = (isOther: (index: number) => boolean): Variant<Asked> => {
    const named = places.filter((_, index) => isOther(index));
    return {
      asked: filled((index, kind) => (isOther(index) ? other : own).named[kind] ?? ''),
      ofNobody: filled((index, kind) => (isOther(index) ? nobodys(kind) : (own.named[kind] ?? ''))),
      names: named.map(({ kind }) => kind),
      mayPass: named.every(({ mayPass }) => mayPass),
    };
  };
  const all = one(() => true);
  if (places.length < 2) return [all];
  return [all, ...places.map((_, wanted) => one((at) => at === wanted))];
}

/** Of no account. */
function nobodys(kind: Kind): string {
  const id = randomUUID();
  if (kind === 'email') return `${id}@nadie.example`;
  return kind === 'username' ? `nadie.${id.slice(0, 8)}` : id;
}

/** With all its things of one account. */
export const ownCall = (door: Pick<Door, 'method' | 'path'>, question: Question, own: FilledAccount) =>
  callOf(door, variantsOf(question, own, own)[0]?.asked ?? {});

export const callOf = (
  { method, path }: Pick<Door, 'method' | 'path'>,
  { params, query, body }: Question,
): PlainCall => ({
  method,
  // With the slash at the end, as clients of the contract write it.
  path: path.startsWith('/health') ? path : `${pathOf(path, params)}/`,
  query,
  body,
});
