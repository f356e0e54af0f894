import { z } from 'zod';
import type { Field, Fields, FileReference, FileView, PersonView, ReferenceView } from './fields.ts';
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
  detalles: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()).optional(),
});

const fileOnWire = z.object({
  id: z.string(),
  nombre_archivo: z.string().nullable(),
  peso_archivo: z.int(),
  tipo: z.string(),
  sha256: z.string(),
});

const personToWire = ({ id, name, initials, position, email }: PersonView): object => ({
  ...{ id, nombre: name, sigla: initials, cargo: position, correo: email },
});
const referenceToWire = ({ id, code, name, details }: ReferenceView): object => ({
  ...{ id, codigo: code, nombre: name },
  ...(details && { detalles: details }),
});
/** A file on the wire; also the answer to its upload. */
export const fileToWire = ({ id, name, bytes, mediaType, sha256 }: FileView): z.infer<typeof fileOnWire> => ({
  ...{ id, nombre_archivo: name, peso_archivo: bytes, tipo: mediaType, sha256 },
});
export function fileFromWire(value: unknown): FileView {
  const { id, nombre_archivo, peso_archivo, tipo, sha256 } = fileOnWire.parse(value);
  return { id, name: nombre_archivo, bytes: peso_archivo, mediaType: tipo, sha256 };
}

/** Schema of a field as shown to readers. */
function shownSchema(
  of: AnyRecord,
  { kind, schema, options, isOptional, isPersonal, entry }: Field,
): z.ZodType {
  const shown = (): z.ZodType => {
    if (kind === 'person') return personOnWire;
    if (kind === 'people') return z.array(personOnWire);
    if (kind === 'reference') return referenceOnWire;
    if (kind === 'file') return fileOnWire;
    if (kind === 'files') return z.array(fileOnWire);
    if (kind === 'list') return z.array(z.object(shownShape(of, entry ?? {})));
    return options === null ? schema() : z.literal(Object.values(options));
  };
  return isOptional || isPersonal ? shown().nullable() : shown();
}

const shownShape = (of: AnyRecord, fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [wireNameOf(of, name), shownSchema(of, field)]),
  );

/** Schema of a field as users write it; of files by their ids. */
function givenSchema({ kind, schema, options, isOptional, most }: Field): z.ZodType {
  if (kind === 'file') return isOptional ? z.uuid().nullable() : z.uuid();
  if (kind === 'files') return z.array(z.uuid()).max(most ?? 0);
  if (options === null) return schema();
  const given = z.literal(Object.values(options));
  return isOptional ? given.nullable() : given;
}

const toCode = ({ options }: Field, value: unknown): unknown =>
  options === null ? value : (Object.entries(options).find(([, each]) => each === value)?.[0] ?? value);

/** Schema of a record on the wire, for its calls and their description. */
export function wireSchema(of: AnyRecord): z.ZodObject {
  return z.object({
    id: z.uuid(),
    ...shownShape(of, { ...of.fields, ...of.derived }),
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
    const mayLack = isPartial || field.isOptional || field.kind === 'files';
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

const shownToWire = (of: AnyRecord, fields: Fields, values: Readonly<Record<string, unknown>>): WireRow =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      wireNameOf(of, name),
      valueToWire(of, field, values[name] ?? null),
    ]),
  );

function valueToWire(of: AnyRecord, { kind, options, entry }: Field, value: unknown): unknown {
  // Rows written before the field existed, until they are rebuilt.
  if (kind === 'files') return ((value ?? []) as readonly FileView[]).map(fileToWire);
  if (kind === 'list') {
    return ((value ?? []) as readonly WireRow[]).map((each) => shownToWire(of, entry ?? {}, each));
  }
  if (value === null) return null;
  if (kind === 'file') return fileToWire(value as FileView);
  if (kind === 'person') return personToWire(value as PersonView);
  if (kind === 'people') return (value as readonly PersonView[]).map(personToWire);
  if (kind === 'reference') return referenceToWire(value as ReferenceView);
  return options === null ? value : options[value as string];
}

/** Converts a row to the wire format; its people and references must be resolved. */
export function rowToWire(of: AnyRecord, row: Readonly<Record<string, unknown>>): WireRow {
  return {
    id: row['id'],
    ...shownToWire(of, { ...of.fields, ...of.derived }, row),
    [WIRE.version]: row['version'],
    [WIRE.createdBy]: personToWire(row['createdBy'] as PersonView),
    [WIRE.createdAt]: row['createdAt'],
    [WIRE.removedAt]: row['removedAt'],
  };
}

/** Converts a wire row to the names in code. */
export function rowFromWire<D extends AnyRecord>(of: D, wire: WireRow): RowOf<D> {
  return {
    id: wire['id'],
    ...shownFromWire(of, { ...of.fields, ...of.derived }, wire),
    version: wire[WIRE.version],
    createdBy: personFromWire(wire[WIRE.createdBy]),
    createdAt: wire[WIRE.createdAt],
    removedAt: wire[WIRE.removedAt],
  } as unknown as RowOf<D>;
}

const shownFromWire = (of: AnyRecord, fields: Fields, wire: WireRow): WireRow =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      valueFromWire(of, field, wire[wireNameOf(of, name)] ?? null),
    ]),
  );

function valueFromWire(of: AnyRecord, field: Field, value: unknown): unknown {
  if (value === null) return null;
  switch (field.kind) {
    case 'person':
      return personFromWire(value);
    case 'people':
      return (value as readonly unknown[]).map(personFromWire);
    case 'file':
      return fileFromWire(value);
    case 'files':
      return (value as readonly unknown[]).map(fileFromWire);
    case 'reference': {
      const { id, codigo, nombre, detalles } = referenceOnWire.parse(value);
      return { id, code: codigo, name: nombre, ...(detalles && { details: detalles }) };
    }
    case 'list':
      return (value as readonly WireRow[]).map((each) => shownFromWire(of, field.entry ?? {}, each));
    default:
      return toCode(field, value);
  }
}

function personFromWire(value: unknown): PersonView {
  const { id, nombre, sigla, cargo, correo } = personOnWire.parse(value);
  return { id, name: nombre, initials: sigla, position: cargo, email: correo };
}

/** Reconstructs the state from a row, to check the rules in the browser. */
export function stateFromRow<D extends AnyRecord>(of: D, row: RowOf<D>): StateOf<D> {
  const shown = row as Readonly<Record<string, unknown>>;
  const { id, createdAt, removedAt, createdBy } = shown;
  return {
    ...storedOf(of.fields, shown),
    ...{ id, createdAt, removedAt, createdBy: (createdBy as PersonView).id },
  } as unknown as StateOf<D>;
}

const toReference = ({ id, sha256, bytes, mediaType }: FileView): FileReference => ({
  ...{ id, sha256, bytes, mediaType },
});

/** Values of these fields with ids in place of people and references, and files without their names. */
export const storedOf = (fields: Fields, shown: Readonly<Record<string, unknown>>): WireRow =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, entry }]) => {
      const value = shown[name] ?? null;
      if (value === null) return [name, null];
      if (kind === 'person' || kind === 'reference') return [name, (value as PersonView).id];
      if (kind === 'people') return [name, (value as readonly PersonView[]).map((each) => each.id)];
      if (kind === 'file') return [name, toReference(value as FileView)];
      if (kind === 'files') return [name, (value as readonly FileView[]).map(toReference)];
      if (kind !== 'list') return [name, value];
      return [name, (value as readonly WireRow[]).map((each) => storedOf(entry ?? {}, each))];
    }),
  );
