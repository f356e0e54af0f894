import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { startEmbedded } from '@cotejo/database';
import { copyDataFolder } from './copy-data-folder.ts';
import { freePort } from './free-port.ts';

const READY_MS = 180_000;
const STOP_MS = 30_000;

export interface ProductOptions {
  /** Added to the environment; overrides the defaults set here. */
  readonly env?: Readonly<Record<string, string>>;
  /** Existing data folder; by default a new one, removed at the end. */
  readonly dataDir?: string;
  /** Data folder of a stopped product; the new folder starts as a copy of it. */
  readonly startFrom?: string | undefined;
  /** Port to reuse; by default a free one. */
  readonly port?: number;
}

export interface Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** All output so far. */
  output(): string;
  /** Stops it like Ctrl-C and waits. Throws unless it exits cleanly (exit code 0). */
  stop(): Promise<void>;
  /** Kills it, like a power failure; its Postgres stays alive until a start or `stop` on the folder. */
  kill(): Promise<void>;
}

/** As `npm start` gives it to the server. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

/** Root of the clone that contains this file; searched upwards, because the file may have been bundled. */
function cloneRoot(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'tools/start.mjs'))) return folder;
    if (folder === dirname(folder)) return resolve('.');
  }
}

/**
 * Starts the built product with its start command, on a free port and its own data folder; resolves when it is ready.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'cotejo-product-')));
  // When run as root, Postgres runs as another user, which must be able to enter.
  if (options.dataDir === undefined) await chmod(dataDir, 0o711);
  if (options.startFrom !== undefined) await copyDataFolder(options.startFrom, dataDir);

  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|NODE_OPTIONS$|DATABASE_|TEST$|npm_)/.test(name),
  );
  const root = cloneRoot();
  const child = spawn(process.execPath, [YOUNG_GENERATION, join(root, 'tools/start.mjs')], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PORT: String(port), DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const exited = new Promise<number | null>((done) => child.on('exit', done));
  let ended = false;
  let wasKilled = false;
  void exited.then(() => (ended = true));

  const removeFolder = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const product: Product = {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    output: () => output,
    async stop() {
      if (!ended) child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const code = await exited;
      clearTimeout(late);
      if (child.signalCode !== null) await stopLeftPostgres(dataDir);
      await removeFolder();
      if (code !== 0 && !wasKilled)
        throw new Error(`the product ended with ${code ?? child.signalCode}:\n${output}`);
    },
    async kill() {
      wasKilled = true;
      child.kill('SIGKILL');
      await exited;
    },
  };

  const deadline = Date.now() + READY_MS;
  for (;;) {
    if (ended || Date.now() > deadline) {
      if (!ended) await product.kill();
      await removeFolder();
      throw new Error(`the product did not get ready:\n${output}`);
    }
    const ready = await fetch(`${product.url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return product;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Stops the Postgres left by a kill, if the folder was not started again: adopts it first. */
async function stopLeftPostgres(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'format.json'))) return;
  const left = await startEmbedded({ dataDir, log: () => undefined }).catch(() => null);
  await left?.stop();
}
