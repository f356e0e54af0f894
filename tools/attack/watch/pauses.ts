import { sleep } from '../../faults/cluster/processes.ts';
import type { RunningKinds } from './running-kinds.ts';

/** Milliseconds of attacks between two pauses. */
const EVERY_MS = 60_000;
/** Milliseconds in which the effects of the last attacks end; not counted as calm. */
const SETTLE_MS = 3_000;
const CALM_MS = 10_000;

/**
 * Pauses of all lanes at once, in which the neighbour works without attacks: what else the machine does then weighs on
 * the times with attacks and on those without alike.
 */
export class Pauses {
  private due = performance.now() + EVERY_MS;
  private waiting = 0;
  private pause: Promise<void> | null = null;
  private begin: () => void = () => undefined;

  constructor(
    private lanes: number,
    private readonly running: readonly RunningKinds[],
    private readonly end: number,
  ) {}

  /** Called by a lane between two attacks: waits for the other lanes and the pause, if one is due before the end. */
  async rest(): Promise<void> {
    const now = performance.now();
    if (this.pause === null && (now < this.due || now + SETTLE_MS + CALM_MS > this.end)) return;
    this.pause ??= new Promise<void>((resolve) => (this.begin = resolve)).then(() => this.calm());
    this.waiting++;
    this.beginIfAllWait();
    await this.pause;
  }

  /** Called by a lane that is over: the others no longer wait for it. */
  leave(): void {
    this.lanes--;
    this.beginIfAllWait();
  }

  private beginIfAllWait(): void {
    if (this.waiting > 0 && this.waiting >= this.lanes) this.begin();
  }

  private async calm(): Promise<void> {
    await sleep(SETTLE_MS);
    for (const one of this.running) one.forget();
    await sleep(CALM_MS);
    this.waiting = 0;
    this.pause = null;
    this.due = performance.now() + EVERY_MS;
  }
}
