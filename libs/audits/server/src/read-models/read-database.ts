/** The database of the read models; a TypeORM `DataSource` is one. */
export interface ReadDatabase {
  query<T>(text: string, values?: unknown[]): Promise<T>;
}
