import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder with the demo account, to be copied by the products of this run. */
    seededFolder: string;
  }
}

/** Creates the database and the demo account once per run: each test file's product starts from a copy. */
export default async function seedOnce(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotejo-seeded-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await chmod(dataDir, 0o711);
    const product = await startProduct({ dataDir });
    await product.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('seededFolder', dataDir);
  return remove;
}
