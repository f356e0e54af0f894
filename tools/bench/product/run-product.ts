import { findHolder, joinRunning, type Database } from '@cotejo/database';
import { startProduct, type Product } from '@cotejo/testing';
import type { BenchRun } from '../run-bench.ts';

/** The product as built, in a process of its own, with its Postgres, on a data folder that ends with the bench. */
export interface RunningProduct extends Product {
  readonly database: Pick<Database, 'ownerUrl'>;
  /** Process of the server, without its Postgres. */
  readonly pid: number;
}

export async function runProduct(run: BenchRun): Promise<RunningProduct> {
  const product = await startProduct();
  run.atEnd(() => product.stop());
  // Asked to stop while it started: nobody held it yet.
  run.signal.throwIfAborted();
  const database = await joinRunning(product.dataDir);
  if (!database) throw new Error('the database of the product was not found');
  const holder = await findHolder(product.dataDir);
  if (!holder) throw new Error('the server of the product was not found');
  return { ...product, database, pid: holder.pid };
}
