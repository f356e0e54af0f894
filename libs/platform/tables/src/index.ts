export { bulkWrite } from './bulk-write.ts';
export {
  bigint,
  boolean,
  date,
  ids,
  integer,
  object,
  objects,
  text,
  timestamp,
  uuid,
  type Column,
  type Columns,
} from './columns.ts';
export { addColumns, createTable, grantTables, type MigrationClass } from './create-table.ts';
export { feedOfTable, type FeedOptions } from './feed-of-table.ts';
export { escapedLike, newestChange, readChanged, readPage, type Page, type PageQuery } from './read-page.ts';
export { keepCursorsAhead, renewCursors } from './cursors.ts';
export { columnName, defineTable, type RowOf, type Table } from './table.ts';
