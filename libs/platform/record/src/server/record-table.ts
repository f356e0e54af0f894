import {
  bigint,
  boolean,
  columnName,
  date,
  defineTable,
  ids,
  integer,
  object,
  objects,
  text,
  timestamp,
  uuid,
  type Column,
  type Columns,
  type Table,
} from '@cotejo/tables';
import type { Field } from '../fields.ts';
import type { AnyRecord } from '../record.ts';

const COLUMNS: Readonly<Record<Field['kind'], () => Column>> = {
  ...{ line: text, text, email: text, choice: text, status: text, reference: text },
  ...{ day: date, time: text, flag: boolean, person: uuid, people: ids },
  ...{ number: integer, minutes: integer, money: bigint },
  // Nullable also where the field is not: an added column is empty until its rows are rebuilt.
  ...{ file: object, files: () => objects().nullable(), list: () => objects().nullable() },
};

/** Table of a record: one column per field, so that a row holds the whole state. */
export function tableOf(of: AnyRecord): Table {
  const fields = Object.entries(of.fields).map(([name, { kind, isOptional, isPersonal }]) => {
    const column = isPersonal ? uuid() : COLUMNS[kind]();
    return [name, isOptional ? column.nullable() : column] as const;
  });
  const columns: Columns = {
    ...Object.fromEntries(fields),
    ...{ createdBy: uuid(), createdAt: timestamp(), removedAt: timestamp().nullable(), version: integer() },
  };
  return defineTable(columnName(of.name), columns, of.assignee === null ? [] : [of.assignee]);
}
