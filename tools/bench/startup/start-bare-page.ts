import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { startFloor } from '../floors/start-floor.ts';
import type { BenchRun } from '../run-bench.ts';

/** Builds and serves the page without the application. Benches run in the root of the clone. Returns its origin. */
export async function startBarePage(run: BenchRun): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'cotejo-bare-page-'));
  run.atEnd(() => rm(dir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(process.cwd(), 'tools/bench/floors/bare-page'),
    build: { target: 'es2023', outDir: dir, emptyOutDir: true },
  });
  const { port } = await startFloor(run, 'page-server.mjs', { dir });
  return `http://127.0.0.1:${port}`;
}
