/** Database of the read models; a TypeORM `DataSource` satisfies it. */
export interface ReadDatabase {
  query<T>(text: string, values?: unknown[]): Promise<T>;
}
