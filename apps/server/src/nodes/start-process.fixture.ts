import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { expect } from 'vitest';

/** The product's programs, bundled for a test that starts them as processes. */
export class BundledPrograms {
  private constructor(private readonly folder: string) {}

  static async build(): Promise<BundledPrograms> {
    const root = join(import.meta.dirname, '../..');
    const folder = join(root, `dist-test-${process.pid}`);
    await build({
      configFile: join(root, 'vite.config.ts'),
      root,
      logLevel: 'error',
      build: { outDir: folder, sourcemap: false },
    });
    return new BundledPrograms(folder);
  }

  /** Starts the server (`main`) or a command (`cli`) with nothing of this process's configuration. */
  start(
    program: 'main' | 'cli',
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): StartedProcess {
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
    return new StartedProcess(join(this.folder, `${program}.js`), args, {
      ...{ PATH, HOME, TMPDIR, LC_ALL: 'es_CO.UTF-8' },
      ...env,
    });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

export class StartedProcess {
  /** Everything printed so far. */
  output = '';
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  private readonly child;

  constructor(path: string, args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve(code ?? signal));
    });
  }

  async says(text: string): Promise<void> {
    await expect.poll(() => this.output).toContain(text);
  }

  /** Waits for its end; a failure shows what it printed. */
  async endsWith(code: number): Promise<void> {
    const ended = await this.ended;
    const { output } = this;
    expect({ ended, output }).toEqual({ ended: code, output });
  }

  /** Asks it to end; resolves with its exit code. */
  stop(): Promise<number | string | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
