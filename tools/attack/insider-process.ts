import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forkAtLowPriority } from '@cotejo/http/shares';
import { outcome, type Order, type Outcome, type Scene } from './orders.ts';

/** The insider's own work must not count as the product's time: an insider has a machine of their own. */
const NICENESS = 15;
/** Milliseconds that an attack may take to end after its deadline. */
const UNWIND_MS = 60_000;

/** Handle of the insider's process in its parent. */
export class InsiderProcess {
  private readonly waiting = new Map<number, (outcome: Outcome) => void>();
  private readonly gone: Promise<never>;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message) => {
      const told = outcome.parse(message);
      this.waiting.get(told.number)?.(told);
      this.waiting.delete(told.number);
    });
    this.gone = new Promise((_, reject) => {
      child.once('exit', (code, how) => reject(new Error(`the insider ended: ${how ?? code}`)));
    });
    // Callers of `carryOut` get the error; this handler prevents an unhandled rejection without any.
    this.gone.catch(() => undefined);
  }

  static start(scene: Scene): InsiderProcess {
    const child = forkAtLowPriority(fileURLToPath(new URL('insider.mjs', import.meta.url)), NICENESS, {
      execArgv: ['--enable-source-maps'],
    });
    child.send(scene);
    return new InsiderProcess(child);
  }

  /**
   * Runs an attack; null if it never ends.
   * @throws Error when the insider's process has exited
   */
  carryOut(order: Order): Promise<Outcome | null> {
    const carriedOut = new Promise<Outcome | null>((resolve) => {
      const late = setTimeout(() => resolve(null), order.ms + UNWIND_MS);
      this.waiting.set(order.number, (told) => {
        clearTimeout(late);
        resolve(told);
      });
      this.child.send(order);
    });
    return Promise.race([carriedOut, this.gone]);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    await new Promise((resolve) => {
      this.child.once('exit', resolve);
      this.child.kill('SIGKILL');
    });
  }
}
