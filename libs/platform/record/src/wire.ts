import { z } from 'zod';
import type { Field, Fields, PersonView, ReferenceView } from './fields.ts';
import type { AnyRecord, RowOf, StateOf } from './record.ts';

/** A record on the wire, with names and values of the specification. */
export type WireRow = Readonly<Record<string, unknown>>;

export const wireNameOf = ({ wire }: AnyRecord, name: string): string =>
  (wire as Readonly<Record<string, string | undefined>>)[name] ?? name;

/** Wire names of the fields that every row has. */
export const WIRE = {
  version: 'version',
  createdBy: 'creado_por',
  createdAt: 'creado_en',
  removedAt: 'eliminado_en',
} as const;

const personOnWire = z.object({
  id: z.string(),
  nombre: z.string(),
  sigla: z.string(),
  cargo: z.string().nullable(),
  correo: z.string().nullable(),
});
const referenceOnWire = z.object({
  id: z.string(),
  codigo: z.string().nullable(),
  nombre: z.string().nullable(),
});

const personToWire = ({ id, name, initials, position, email }: PersonView): object => ({
  ...{ id, nombre: name, sigla: initials, cargo: position, correo: email },
});
const referenceToWire = ({ id, code, name }: ReferenceView): object => ({ id, codigo: code, nombre: name });

/** Schema of a field as shown to readers. */
function shownSchema({ kind, schema, options, isOptional }: Field): z.ZodType {
  const shown =
    kind === 'person'
      ? personOnWire
      : kind === 'people'
        ? z.array(personOnWire)
        : kind === 'reference'
          ? referenceOnWire
          : options === null
            ? schema()
            : z.literal(Object.values(options));
  return isOptional ? shown.nullable() : shown;
}

/** Schema of a field as users write it. */
function givenSchema({ schema, options, isOptional }: Field): z.ZodType {
  if (options === null) return schema();
  const given = z.literal(Object.values(options));
  return isOptional ? given.nullable() : given;
}

const toCode = ({ options }: Field, value: unknown): unknown =>
  options === null ? value : (Object.entries(options).find(([, each]) => each === value)?.[0] ?? value);

/** Schema of a record on the wire, for its calls and their description. */
export function wireSchema(of: AnyRecord): z.ZodObject {
  const shown = Object.entries({ ...of.fields, ...of.derived }).map(
    ([name, field]) => [wireNameOf(of, name), shownSchema(field)] as const,
  );
  return z.object({
    id: z.uuid(),
    ...Object.fromEntries(shown),
    [WIRE.version]: z.int(),
    [WIRE.createdBy]: personOnWire,
    [WIRE.createdAt]: z.iso.datetime(),
    [WIRE.removedAt]: z.iso.datetime().nullable(),
  });
}

/** Schema of an act's body on the wire; parsing yields the names in code. */
export function wireBody(
  of: AnyRecord,
  fields: Fields,
  { isPartial = false } = {},
): z.ZodType<Readonly<Record<string, unknown>>, WireRow> {
  const given = Object.entries(fields).map(([name, field]) => {
    const schema = givenSchema(field);
    const mayLack = isPartial || field.isOptional;
    return [wireNameOf(of, name), mayLack ? schema.optional() : schema] as const;
  });
  return z
    .strictObject(Object.fromEntries(given))
    .transform((body: WireRow) => Object.fromEntries(codeEntries(of, fields, body)));
}

const codeEntries = (of: AnyRecord, fields: Fields, body: WireRow): [string, unknown][] =>
  Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = body[wireNameOf(of, name)];
    return value === undefined ? [] : [[name, toCode(field, value)]];
  });

/** Converts values by their names in code to the wire format of a call. */
export function toWire(of: AnyRecord, values: Readonly<Record<string, unknown>>): WireRow {
  const fields: Fields = { ...of.fields, ...of.derived };
  const bodies = Object.assign({}, ...Object.values(of.acts).map(({ body = {} }) => body)) as Fields;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const options = (fields[name] ?? bodies[name])?.options ?? null;
      return [wireNameOf(of, name), options === null ? value : (options[value as string] ?? null)];
    }),
  );
}

/** Converts a row to the wire format; its people and references must be resolved. */
export function rowToWire(of: AnyRecord, row: Readonly<Record<string, unknown>>): WireRow {
  const shown = Object.entries({ ...of.fields, ...of.derived }).map(([name, { kind, options }]) => {
    const value = row[name] ?? null;
    const told =
      value === null
        ? null
        : kind === 'person'
          ? personToWire(value as PersonView)
          : kind === 'people'
            ? (value as readonly PersonView[]).map(personToWire)
            : kind === 'reference'
              ? referenceToWire(value as ReferenceView)
              : options === null
                ? value
                : options[value as string];
    return [wireNameOf(of, name), told] as const;
  });
  return {
    id: row['id'],
    ...Object.fromEntries(shown),
    [WIRE.version]: row['version'],
    [WIRE.createdBy]: personToWire(row['createdBy'] as PersonView),
    [WIRE.createdAt]: row['createdAt'],
    [WIRE.removedAt]: row['removedAt'],
  };
}

/** Converts a wire row to the names in code. */
export function rowFromWire<D extends AnyRecord>(of: D, wire: WireRow): RowOf<D> {
  const shown = Object.entries<Field>({ ...of.fields, ...of.derived }).map(([name, field]) => {
    const value = wire[wireNameOf(of, name)] ?? null;
    if (value === null) return [name, null] as const;
    if (field.kind === 'person') return [name, personFromWire(value)] as const;
    if (field.kind === 'people') return [name, (value as unknown[]).map(personFromWire)] as const;
    if (field.kind === 'reference') {
      const { id, codigo, nombre } = referenceOnWire.parse(value);
      return [name, { id, code: codigo, name: nombre }] as const;
    }
    return [name, toCode(field, value)] as const;
  });
  return {
    id: wire['id'],
    ...Object.fromEntries(shown),
    version: wire[WIRE.version],
    createdBy: personFromWire(wire[WIRE.createdBy]),
    createdAt: wire[WIRE.createdAt],
    removedAt: wire[WIRE.removedAt],
  } as unknown as RowOf<D>;
}

function personFromWire(value: unknown): PersonView {
  const { id, nombre, sigla, cargo, correo } = personOnWire.parse(value);
  return { id, name: nombre, initials: sigla, position: cargo, email: correo };
}

/** Reconstructs the state from a row, to check the rules in the browser. */
export function stateFromRow<D extends AnyRecord>(of: D, row: RowOf<D>): StateOf<D> {
  const shown = row as Readonly<Record<string, unknown>>;
  const idOf = (value: unknown): unknown => (value === null ? null : (value as PersonView).id);
  const stored = (kind: Field['kind'], value: unknown): unknown => {
    if (kind === 'people') return (value as readonly PersonView[] | null)?.map(idOf) ?? null;
    return kind === 'person' || kind === 'reference' ? idOf(value) : value;
  };
  const values = Object.entries<Field>(of.fields).map(([name, { kind }]) => [
    name,
    stored(kind, shown[name]),
  ]);
  const { id, createdAt, removedAt } = shown;
  return {
    ...(Object.fromEntries(values) as object),
    ...{ id, createdAt, removedAt, createdBy: idOf(shown['createdBy']) },
  } as unknown as StateOf<D>;
}
