import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Refusal } from '@cotejo/http/contracts';
import { fileErrors } from '../../file-errors.ts';
import type { ParserLimits } from './parser-limits.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** Concurrent threads per parser and node: while one user's file is parsed, one stays free for others. */
export const MOST_THREADS = 2;
/** Queued runs per parser and node; beyond that, runs are refused with `parser_busy`. */
export const MOST_WAITING = 64;
/** Milliseconds for which an idle thread is kept: starting one takes about a tenth of a second. */
const IDLE_MS = 60_000;

export interface ParserOptions {
  /** Entry file of the thread; it calls `serveParser`. */
  readonly entry: URL;
  readonly limits: ParserLimits;
  readonly threads?: number;
  readonly waiting?: number;
}

export interface ParserRun<Row> {
  /** Buffers of the input to transfer to the thread; the caller can no longer read them. */
  readonly moves?: readonly ArrayBuffer[];
  /** Receives rows batch by batch, each in its own turn of the event loop. */
  readonly take?: (rows: readonly Row[]) => void;
  /** Overrides of the parser's limits. */
  readonly limits?: Partial<ParserLimits>;
}

/**
 * Parses untrusted bytes in a worker thread, within limits. A thread that exceeds a limit is terminated, and the next
 * run gets a new one.
 */
export class Parser<Input, Row, Answer> {
  private readonly idle = new Set<Thread>();
  private readonly busy = new Set<Thread>();
  /** Number of slots taken by runs. */
  private taken = 0;
  private readonly queue: (() => void)[] = [];
  private isClosed = false;

  constructor(private readonly options: ParserOptions) {}

  /**
   * @throws Refusal of the parser for invalid input; `parser_slow`, `parser_memory`, `parser_output` and `parser_items`
   * for exceeded limits, `parser_busy` when the queue is full
   */
  async run(
    input: Input,
    { moves = [], take = () => undefined, limits }: ParserRun<Row> = {},
  ): Promise<Answer> {
    const within = { ...this.options.limits, ...limits };
    await this.turn();
    let thread: Thread | null = null;
    try {
      thread = this.thread(within.heapMegabytes);
      this.busy.add(thread);
      const begin: ToThread<Input> = { kind: 'begin', input, limits: within };
      let reply = await thread.ask(begin, moves, within);
      while (reply.kind === 'rows') {
        take(deserialize(reply.packed) as readonly Row[]);
        // Without this, batches of a fast thread would all be processed in one turn of the event loop.
        await new Promise(setImmediate);
        reply = await thread.ask({ kind: 'more' }, [], within);
      }
      if (reply.kind === 'refused') throw refusalOf(reply);
      if (reply.kind === 'fault') throw new Error(`a parser failed: ${reply.message}`);
      return deserialize(reply.packed) as Answer;
    } finally {
      if (thread !== null) {
        this.busy.delete(thread);
        this.rest(thread);
      }
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }

  /** Terminates all threads; running parses fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.idle, ...this.busy].map((thread) => thread.end()));
  }

  /** Waits for a slot; a finished run passes its slot on. */
  private async turn(): Promise<void> {
    const { threads = MOST_THREADS, waiting = MOST_WAITING } = this.options;
    if (this.taken < threads) {
      this.taken += 1;
      return;
    }
    if (this.queue.length >= waiting) throw new Refusal(fileErrors, 'parser_busy');
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  private thread(heapMegabytes: number): Thread {
    for (const thread of this.idle) {
      this.idle.delete(thread);
      if (!thread.hasEnded && thread.heapMegabytes === heapMegabytes) return thread;
      void thread.end();
    }
    return new Thread(this.options.entry, heapMegabytes);
  }

  private rest(thread: Thread): void {
    if (thread.hasEnded) return;
    if (this.isClosed) void thread.end();
    else {
      this.idle.add(thread);
      thread.rest(IDLE_MS, () => this.idle.delete(thread));
    }
  }
}

class Thread {
  private readonly worker: Worker;
  private deadline: NodeJS.Timeout | null = null;
  private sleep: NodeJS.Timeout | null = null;
  private onReply: ((reply: FromThread) => void) | null = null;
  private onFailure: ((error: Error) => void) | null = null;
  /** The exceeded limit, if the thread was terminated for one. */
  private met: Refusal | null = null;
  hasEnded = false;

  constructor(
    entry: URL,
    readonly heapMegabytes: number,
  ) {
    this.worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      // Captured, because a parser's output could leak file content into the log.
      stdout: true,
      stderr: true,
    });
    this.worker.on('message', (reply: FromThread) => this.onReply?.(reply));
    this.worker.on('error', (error: Error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('a parser ended without an answer')));
    this.worker.unref();
  }

  /** Waits for the thread's reply; terminates the thread at the deadline. */
  async ask<Input>(
    message: ToThread<Input>,
    moves: readonly ArrayBuffer[],
    limits: ParserLimits,
  ): Promise<FromThread> {
    const { seconds, heapMegabytes } = limits;
    if (this.hasEnded) throw this.met ?? new Error('the thread has ended');
    if (this.sleep !== null) clearTimeout(this.sleep);
    this.worker.ref();
    try {
      return await new Promise<FromThread>((resolve, reject) => {
        this.onReply = resolve;
        this.onFailure = (error) => {
          const isFull = isOutOfMemory(error);
          reject(this.met ?? (isFull ? refusal('parser_memory', { megabytes: heapMegabytes }) : error));
        };
        if (message.kind === 'begin') {
          this.deadline = setTimeout(() => {
            this.met = refusal('parser_slow', { seconds });
            void this.end();
          }, seconds * 1000);
        }
        this.worker.postMessage(message, [...moves]);
      });
    } finally {
      this.onReply = null;
      this.onFailure = null;
    }
  }

  /** Keeps the idle thread for `ms` milliseconds, then terminates it. */
  rest(ms: number, ended: () => void): void {
    if (this.deadline !== null) clearTimeout(this.deadline);
    this.deadline = null;
    this.worker.unref();
    this.sleep = setTimeout(() => {
      ended();
      void this.end();
    }, ms).unref();
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.hasEnded = true;
    if (this.deadline !== null) clearTimeout(this.deadline);
    this.onFailure?.(error);
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const refusal = (code: 'parser_slow' | 'parser_memory', params: Readonly<Record<string, number>>): Refusal =>
  new Refusal(fileErrors, code, { params });

function refusalOf({
  namespace,
  code,
  status,
  params,
  details,
}: Extract<FromThread, { kind: 'refused' }>): Refusal {
  const catalogue = { namespace, errors: { [code]: status } };
  return new Refusal(catalogue, code, { params, ...(details && { details }) });
}
