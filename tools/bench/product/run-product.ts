import { findHolder, joinRunning, type Database } from '@cotejo/database';
import { startProduct, type Product } from '@cotejo/testing';
import type { BenchRun } from '../run-bench.ts';

/** The built product in a separate process, with its Postgres, on a data folder that is removed with the bench. */
export interface RunningProduct extends Product {
  readonly database: Pick<Database, 'ownerUrl'>;
  /** Pid of the server, without its Postgres. */
  readonly pid: number;
  /** Kills the product and starts it again at the same address: all stored data, empty memory. */
  restart(): Promise<RunningProduct>;
}

export async function runProduct(
  run: BenchRun,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  return hold(run, await startProduct({ env }));
}

async function hold(run: BenchRun, product: Product): Promise<RunningProduct> {
  run.atEnd(() => product.stop());
  // If the bench was stopped during the start, this is the first chance to notice.
  run.signal.throwIfAborted();
  const { dataDir, port } = product;
  const database = await joinRunning(dataDir);
  if (!database) throw new Error('the database of the product was not found');
  const holder = await findHolder(dataDir);
  if (!holder) throw new Error('the server of the product was not found');
  return {
    ...product,
    database,
    pid: holder.pid,
    async restart() {
      await product.kill();
      return hold(run, await startProduct({ dataDir, port }));
    },
  };
}
