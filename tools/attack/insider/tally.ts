import type { Outcome } from '../orders.ts';

/** Status with which a node may report that it is busy or paused. */
const BUSY = 503;
/** Close code for a room that can't be read: every stored update must be readable. */
const UNREADABLE = 4500;

/** Results of one attack. */
export class Tally {
  private readonly answers = new Map<string, number>();
  private readonly found: { name: string; detail: string }[] = [];

  note(answer: string, times = 1): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + times);
  }

  /** Tallies an HTTP answer; server faults are violations, a coded "busy" is not. */
  noteStatus(status: number, code: string | null, what: string): void {
    this.note(code ?? String(status));
    if (status < 500 || (status === BUSY && code !== null)) return;
    this.wrong('server-fault', `${status} ${code ?? ''} to ${what}`);
  }

  noteClose(code: number, what: string): void {
    this.note(`closed ${code}`);
    if (code === UNREADABLE) this.wrong('unreadable', what);
  }

  wrong(name: string, detail: string): void {
    if (this.found.length < 50) this.found.push({ name, detail: detail.slice(0, 400) });
  }

  outcome(number: number): Outcome {
    return { number, answers: Object.fromEntries(this.answers), found: this.found };
  }
}
