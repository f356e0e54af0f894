/** A column; `T` is the type of its values. */
export interface Column<T = unknown> {
  /** Name of the type in Postgres. */
  readonly type: 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb';
  readonly isNullable: boolean;
  /** Never set: carries the type `T` only. */
  readonly value?: T;
  nullable(): Column<T | null>;
}
export type Columns = Readonly<Record<string, Column>>;

const column = <T>(type: Column['type'], isNullable = false): Column<T> => ({
  type,
  isNullable,
  nullable: () => column<T | null>(type, true),
});

export const uuid = <Id extends string = string>() => column<Id>('uuid');
export const text = <T extends string = string>() => column<T>('text');
export const integer = () => column<number>('integer');
/** A whole number up to 2^53. */
export const bigint = () => column<number>('bigint');
export const boolean = () => column<boolean>('boolean');
/** Calendar day, `yyyy-MM-dd`. */
export const date = () => column<string>('date');
/** ISO 8601 in UTC with milliseconds. */
export const timestamp = () => column<string>('timestamptz');
/** A list of ids. */
export const ids = () => column<readonly string[]>('jsonb');
/** An object. */
export const object = () => column<object>('jsonb');
/** A list of objects. */
export const objects = () => column<readonly object[]>('jsonb');
