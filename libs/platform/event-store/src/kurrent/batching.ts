import { EventStoreError } from '../port.ts';

/** Calls under way at once: one is decided while the next one travels. */
const LANES = 2;
const MOST_A_CALL = 100;

interface Waiting<Q, A> {
  readonly request: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Puts requests that arrive while others are under way into one call, which answers them in their order. */
export class Batching<Q, A> {
  private readonly waiting: Waiting<Q, A>[] = [];
  private running = 0;

  constructor(private readonly work: (requests: readonly Q[]) => Promise<readonly A[]>) {}

  async ask(request: Q): Promise<A> {
    return new Promise<A>((resolve, reject) => {
      this.waiting.push({ request, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.running === LANES || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, MOST_A_CALL);
    this.running += 1;
    void this.run(batch).finally(() => {
      this.running -= 1;
      this.next();
    });
  }

  private async run(batch: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await this.work(batch.map(({ request }) => request));
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      const isPassing = error instanceof EventStoreError && error.kind === 'transient';
      // A faulty request must not fail the others of its call.
      if (batch.length > 1 && !isPassing) for (const one of batch) await this.run([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
