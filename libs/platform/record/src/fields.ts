import { z } from 'zod';

export type FieldKind =
  | 'line'
  | 'text'
  | 'email'
  | 'day'
  | 'time'
  | 'flag'
  | 'number'
  | 'minutes'
  | 'money'
  | 'person'
  | 'people'
  | 'reference'
  | 'choice'
  | 'status'
  | 'file'
  | 'files'
  | 'list';

/** Options of a choice: name in code → value on the wire. */
export type Options = Readonly<Record<string, string | number>>;

/** Public data of a user of the account; names come from the vault, never from events. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly position: string | null;
  readonly email: string | null;
}
/** Resolved reference; code and name are null when the reader may not open it, or it no longer exists. */
export interface ReferenceView {
  readonly id: string;
  readonly code: string | null;
  readonly name: string | null;
  /** Further values by their names on the wire, as a state or due date; absent for targets that have none. */
  readonly details?: ReferenceDetails;
}
export type ReferenceDetails = Readonly<Record<string, string | number | boolean | null>>;

/** A stored file as events hold it. Its id is that of its upload; its name is in the vault. */
export interface FileReference {
  readonly id: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
}
/** A file as shown to readers; the name is null once it was erased. */
export interface FileView extends FileReference {
  readonly name: string | null;
}

/** A field of a record: `T` is its stored type, `W` whether users write it, `V` the type shown to readers. */
export interface Field<T = unknown, W extends boolean = boolean, V = unknown> {
  readonly kind: FieldKind;
  /** Created per call, so that a page that parses nothing builds no schemas. */
  readonly schema: () => z.ZodType<T>;
  readonly isOptional: boolean;
  readonly isWritten: W;
  /** Written when the record is created, and never changed. */
  readonly isFixed: boolean;
  /** Maximum characters of a line or text, maximum of a number, or most people or files. */
  readonly most: number | null;
  /** Options of a choice or status; the first status is the initial one. */
  readonly options: Options | null;
  /** Kind of entity that a reference names, e.g. `audit`. */
  readonly target: string | null;
  /** Of people: only those who do audit work, neither guests nor owners of action plans. */
  readonly isStaff: boolean;
  /** The value is kept in the vault: events and tables hold its reference (a UUID). */
  readonly isPersonal: boolean;
  /** Fields of each entry of a list. */
  readonly entry: Fields | null;
  /** Never set: it carries the type `V`. */
  readonly view?: V;
  optional(): Field<T | null, W, V | null>;
  readonly(): Field<T, false, V>;
  /** For texts about people outside of the account; shown as null once they are erased. */
  personal(): Field<T, W, V | null>;
  fixed(): Field<T, W, V>;
}
/** The one field that acts change according to the `states` of the rules. */
export interface StatusField<T> extends Field<T, false, T> {
  readonly kind: 'status';
}
/** Files may be left out when a record is created. */
export interface FilesField extends Field<readonly FileReference[], true, readonly FileView[]> {
  readonly kind: 'files';
}
export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> };
/** The values as shown to readers. */
export type ViewsOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<unknown, boolean, infer V> ? V : never;
};
/** Names of the fields that users write. */
export type WrittenOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, true> ? K : never;
}[keyof F];
type EmptyOf<F extends Fields> = {
  [K in keyof F]: null extends ValueOf<F[K]> ? K : F[K] extends FilesField ? K : never;
}[keyof F];
/** Input of `create`: optional fields and files may be left out. */
export type GivenOf<F extends Fields> = Omit<Pick<ValuesOf<F>, WrittenOf<F>>, EmptyOf<F>> &
  Partial<Pick<ValuesOf<F>, WrittenOf<F> & EmptyOf<F>>>;
/** Values of the status field; never for a record without one. */
export type StatusOf<F extends Fields> = {
  [K in keyof F]: F[K] extends StatusField<infer T> ? T : never;
}[keyof F];

type Details = Pick<Field, 'most' | 'options' | 'target' | 'isStaff' | 'isPersonal' | 'entry'>;
const NO_DETAILS: Details = {
  ...{ most: null, options: null, target: null, isStaff: false, isPersonal: false, entry: null },
};

function field<T, W extends boolean, V>(
  kind: FieldKind,
  schema: () => z.ZodType<T>,
  details: Details,
  isWritten: W,
  isOptional: boolean,
  isFixed = false,
): Field<T, W, V> {
  return {
    ...details,
    kind,
    schema,
    isWritten,
    isOptional,
    isFixed,
    optional: () => field(kind, () => schema().nullable(), details, isWritten, true, isFixed),
    readonly: () => field(kind, schema, details, false, isOptional, isFixed),
    fixed: () => field(kind, schema, details, isWritten, isOptional, true),
    personal: () => field(kind, schema, { ...details, isPersonal: true }, isWritten, isOptional, isFixed),
  };
}
const written = <T, V = T>(
  kind: FieldKind,
  schema: () => z.ZodType<T>,
  details: Partial<Details> = {},
): Field<T, true, V> => field(kind, schema, { ...NO_DETAILS, ...details }, true, false);

/** The event store refuses unpaired surrogates and NUL. */
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
/** One e-mail address; 254 characters are the limit of RFC 5321. */
export const email = () => written('email', () => storable(254).pipe(z.email()), { most: 254 });
/**
 * Calendar day from 1900 on, `yyyy-MM-dd`; the database's date type has no year 0000. A refinement, as below: it does not
 * change the shape of events.
 */
export const day = () => written('day', () => z.iso.date().refine((value) => /^(19|[2-9]\d)/.test(value)));
/** Time of a day, `HH:mm`, in the account's time zone. */
export const time = () => written('time', () => z.iso.time({ precision: -1 }));
const natural = (kind: 'number' | 'minutes' | 'money', most: number, least = 0) =>
  written(kind, () => z.int().min(least).max(most), { most });
/** A whole number that is no amount, e.g. a year. */
export const whole = (least: number, most: number) => natural('number', most, least);
/** 100,000 hours, the limit of an audit's budget. */
const MOST_MINUTES = 6_000_000;
/** A duration in whole minutes; forms and lists show hours. */
export const minutes = (most = MOST_MINUTES) => natural('minutes', most);
/** 10^15 leaves room for sums below 2^53. */
const MOST_MONEY = 1_000_000_000_000_000;
/** An amount in whole units of the account's currency. */
export const money = () => natural('money', MOST_MONEY);
export const flag = () => written('flag', () => z.boolean());
/** Which users of the account a field takes. */
interface Choosable {
  readonly isStaff?: boolean;
}
/** A user of the account, by id: names and e-mails are joined on reading. */
export const person = <Id extends string = string>({ isStaff = false }: Choosable = {}): Field<
  Id,
  true,
  PersonView
> => written('person', () => z.uuid() as unknown as z.ZodType<Id>, { isStaff });
const MOST_PEOPLE = 100;
/** Some users of the account, by id, each once. */
export const people = <Id extends string = string>({
  most = MOST_PEOPLE,
  isStaff = false,
}: Choosable & { readonly most?: number } = {}): Field<readonly Id[], true, readonly PersonView[]> =>
  written(
    'people',
    () =>
      z
        .array(z.uuid())
        .max(most)
        .refine((ids) => new Set(ids).size === ids.length) as unknown as z.ZodType<readonly Id[]>,
    { most, isStaff },
  );
/** A record by its name, or an entity that the application resolves (`audit`, `item`), by id. */
export const reference = <Id extends string = string>(target: string): Field<Id, true, ReferenceView> =>
  written(
    'reference',
    () =>
      z
        .string()
        .min(1)
        .max(120)
        .refine((id) => /^[\w-]+$/.test(id)) as unknown as z.ZodType<Id>,
    { target },
  );
/** One of several options: stored by its name in code, sent with the specification's value. */
export const choice = <const O extends Options>(options: O) =>
  written('choice', () => z.enum(Object.keys(options)) as unknown as z.ZodType<keyof O & string>, {
    options,
  });
/** Status of a record. Users never write it: acts change it according to the `states` of the rules. */
export const status = <const O extends Options>(options: O): StatusField<keyof O & string> => {
  const { schema, ...rest } = choice(options).readonly();
  return { ...rest, schema, kind: 'status' };
};
const fileSchema = () =>
  z.strictObject({
    id: z.uuid(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().min(1),
    mediaType: z.string().min(1).max(200),
  });
/** A file: users write the id of an upload of theirs, from which the server makes the reference. */
export const file = (): Field<FileReference, true, FileView> => written('file', fileSchema);
/** Maximum files of a field: each is part of the record's row and feed. */
export const MOST_FILES = 50;
/** Some files, each once, in the order in which they were added. */
export const files = (most = MOST_FILES): FilesField => {
  const each = () => z.array(fileSchema()).max(most).refine(areDistinct);
  return {
    ...written<readonly FileReference[], readonly FileView[]>('files', each, { most }),
    kind: 'files',
  };
};
const areDistinct = (all: readonly FileReference[]): boolean =>
  new Set(all.map(({ id }) => id)).size === all.length;
export const isFile = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'file' || kind === 'files';
/** Files in the values of these fields. */
export const filesIn = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): readonly FileReference[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = isFile(field) ? (values[name] ?? null) : null;
    return value === null ? [] : ([value].flat() as FileReference[]);
  });

/** Maximum entries of a list: the whole record is read for each act. */
export const MOST_ENTRIES = 200;
/**
 * Entries that acts add, change or take away; users do not write the list itself. Their references name what contexts
 * resolve, beside the values of the same entry: a record of the kit named there could still be removed. They hold no
 * files and no personal data.
 */
export const list = <F extends Fields>(
  entry: F,
): Field<readonly ValuesOf<F>[], false, readonly ViewsOf<F>[]> =>
  field(
    'list',
    () => z.array(schemaOf(entry)).max(MOST_ENTRIES) as unknown as z.ZodType<readonly ValuesOf<F>[]>,
    { ...NO_DETAILS, entry },
    false,
    false,
  );

/** Schema of a field's value in events. */
export const storedSchema = ({ schema, isPersonal, isOptional }: Field): z.ZodType =>
  isPersonal ? (isOptional ? z.uuid().nullable() : z.uuid()) : schema();

/** Schema of an object of these fields by their names in code; optional ones default to null. */
export function schemaOf(
  fields: Fields,
  only: (field: Field) => boolean = () => true,
  schemaFor: (field: Field) => z.ZodType = ({ schema }) => schema(),
): z.ZodObject<Record<string, z.ZodType>> {
  const shape = Object.entries(fields).filter(([, each]) => only(each));
  return z.strictObject(
    Object.fromEntries(
      shape.map(([name, each]) => [
        name,
        each.isOptional
          ? schemaFor(each).nullable().default(null)
          : each.kind === 'files'
            ? schemaFor(each).default([])
            : schemaFor(each),
      ]),
    ),
  );
}
