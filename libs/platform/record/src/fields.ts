import { z } from 'zod';

export type FieldKind = 'line' | 'text' | 'day' | 'flag' | 'person' | 'reference' | 'choice' | 'status';

/** What a choice may be, by its name in code; the value stands on the wire. */
export type Options = Readonly<Record<string, string | number>>;

/** A person as others of the account see them; names come from the vault, never from events. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly position: string | null;
  readonly email: string | null;
}
/** What a reference names; both null where the reader may not open it, or it is gone. */
export interface ReferenceView {
  readonly id: string;
  readonly code: string | null;
  readonly name: string | null;
}

/** A field of a record: `T` is what it holds, `W` whether a person writes it, `V` what a reader is shown. */
export interface Field<T = unknown, W extends boolean = boolean, V = unknown> {
  readonly kind: FieldKind;
  /** Made anew by each call: a page that parses nothing builds no schemas. */
  readonly schema: () => z.ZodType<T>;
  readonly isOptional: boolean;
  readonly isWritten: W;
  /** Characters at most of a line or text. */
  readonly most: number | null;
  /** Of a choice or status; the first status is the one that a record begins with. */
  readonly options: Options | null;
  /** What a reference names, e.g. `audit`. */
  readonly target: string | null;
  /** Never set: it carries `V`. */
  readonly view?: V;
  optional(): Field<T | null, W, V | null>;
  readonly(): Field<T, false, V>;
}
/** The one field that acts move by the `states` of the rules. */
export interface StatusField<T> extends Field<T, false, T> {
  readonly kind: 'status';
}
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };
/** The values as a reader is shown them. */
export type ViewsOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<unknown, boolean, infer V> ? V : never;
};
/** Names of the fields that people write. */
export type WrittenOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, true> ? K : never;
}[keyof F];
type EmptyOf<F extends Fields> = { [K in keyof F]: null extends ValueOf<F[K]> ? K : never }[keyof F];
/** What a person gives to begin with: optional fields may be left out. */
export type GivenOf<F extends Fields> = Omit<Pick<ValuesOf<F>, WrittenOf<F>>, EmptyOf<F>> &
  Partial<Pick<ValuesOf<F>, WrittenOf<F> & EmptyOf<F>>>;
/** Values of the status field; never for a record without one. */
export type StatusOf<F extends Fields> = {
  [K in keyof F]: F[K] extends StatusField<infer T> ? T : never;
}[keyof F];

type Details = Pick<Field, 'most' | 'options' | 'target'>;
const NO_DETAILS: Details = { most: null, options: null, target: null };

function field<T, W extends boolean, V>(
  kind: FieldKind,
  schema: () => z.ZodType<T>,
  details: Details,
  isWritten: W,
  isOptional: boolean,
): Field<T, W, V> {
  return {
    ...details,
    kind,
    schema,
    isWritten,
    isOptional,
    optional: () => field(kind, () => schema().nullable(), details, isWritten, true),
    readonly: () => field(kind, schema, details, false, isOptional),
  };
}
const written = <T, V = T>(
  kind: FieldKind,
  schema: () => z.ZodType<T>,
  details: Partial<Details> = {},
): Field<T, true, V> => field(kind, schema, { ...NO_DETAILS, ...details }, true, false);

/** Lone surrogates and NUL have no place in the log: the event store refuses them. */
const storable = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\u0000\p{Surrogate}]*$/u);

/** One line of plain text. */
export const line = (most: number) => written('line', () => storable(most).regex(/^[^\r\n]*$/), { most });
/** Plain text of several lines. */
export const text = (most: number) => written('text', () => storable(most), { most });
/** Calendar day, `yyyy-MM-dd`. */
export const day = () => written('day', () => z.iso.date());
export const flag = () => written('flag', () => z.boolean());
/** A person of the account, by id: names and e-mails are joined when it is read. */
export const person = <Id extends string = string>(): Field<Id, true, PersonView> =>
  written('person', () => z.uuid() as unknown as z.ZodType<Id>);
/** Something of another context, by id; `target` says which of the server's references resolves it. */
export const reference = <Id extends string = string>(target: string): Field<Id, true, ReferenceView> =>
  written('reference', () => z.string().min(1).max(120) as unknown as z.ZodType<Id>, { target });
/** One of some values: kept by its name in code, written on the wire as the specification has it. */
export const choice = <const O extends Options>(options: O) =>
  written('choice', () => z.enum(Object.keys(options)) as unknown as z.ZodType<keyof O & string>, {
    options,
  });
/** Where a record stands. Nobody writes it: acts move it as the `states` of the rules say. */
export const status = <const O extends Options>(options: O): StatusField<keyof O & string> => {
  const { schema, ...rest } = choice(options).readonly();
  return { ...rest, schema, kind: 'status' };
};
/** Schema of an object of these fields by their names in code; optional ones default to null. */
export function schemaOf(
  fields: Fields,
  only: (field: Field) => boolean = () => true,
): z.ZodObject<Record<string, z.ZodType>> {
  const shape = Object.entries(fields).filter(([, each]) => only(each));
  return z.strictObject(
    Object.fromEntries(
      shape.map(([name, { schema, isOptional }]) => [
        name,
        isOptional ? schema().nullable().default(null) : schema(),
      ]),
    ),
  );
}
