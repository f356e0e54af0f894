import type { ServedRecord } from '@cotejo/record/server';
import { IsNull, type DataSource } from 'typeorm';

/** Rows of a record in an account, without those in the trash. */
export async function presentRows<Row>(
  db: DataSource,
  { table }: Pick<ServedRecord, 'table'>,
  account: string,
): Promise<readonly Row[]> {
  const rows = await db.getRepository(table.entity).findBy({ accountId: account, removedAt: IsNull() });
  return rows as unknown as readonly Row[];
}
