import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { Refusal } from '@cotejo/http/contracts';
import { forkAtLowPriority } from '@cotejo/http/shares';
import { fileErrors } from '../../file-errors.ts';
import type { ParserLimits } from './parser-limits.ts';
import type { FromParser, ToParser } from './parser-messages.ts';

/** Concurrent processes per parser and node: while one user's file is parsed, one stays free for others. */
export const MOST_PROCESSES = 2;
/** Queued runs per parser and node; beyond that, runs are refused with `parser_busy`. */
export const MOST_WAITING = 64;
/** Milliseconds for which an idle process is kept: starting one takes about a tenth of a second. */
const IDLE_MS = 60_000;
/** Not lower: the limits of time are to mean the same on a busy machine. */
const NICENESS = 10;

export interface ParserOptions {
  /** Entry file of the process; it calls `serveParser`. */
  readonly entry: URL;
  readonly limits: ParserLimits;
  readonly processes?: number;
  readonly waiting?: number;
}

export interface ParserRun<Row> {
  /** Receives rows batch by batch, each in its own turn of the event loop. */
  readonly take?: (rows: readonly Row[]) => void;
  /** Overrides of the parser's limits. */
  readonly limits?: Partial<ParserLimits>;
}

/**
 * Parses untrusted bytes in a process of its own and of low priority, within limits; the garbage collector of a worker
 * thread would run at the priority of the server. A process that exceeds a limit is ended, and the next run gets a new
 * one.
 */
export class Parser<Input, Row, Answer> {
  private readonly idle = new Set<ParserProcess>();
  private readonly busy = new Set<ParserProcess>();
  /** Number of slots taken by runs. */
  private taken = 0;
  private readonly queue: (() => void)[] = [];
  private isClosed = false;

  constructor(private readonly options: ParserOptions) {}

  /**
   * @throws Refusal of the parser for invalid input; `parser_slow`, `parser_memory`, `parser_output` and `parser_items`
   * for exceeded limits, `parser_busy` when the queue is full
   */
  async run(input: Input, { take = () => undefined, limits }: ParserRun<Row> = {}): Promise<Answer> {
    const within = { ...this.options.limits, ...limits };
    await this.turn();
    let child: ParserProcess | null = null;
    try {
      child = this.process(within.heapMegabytes);
      this.busy.add(child);
      const begin: ToParser<Input> = { kind: 'begin', input, limits: within };
      let reply = await child.ask(begin, within);
      while (reply.kind === 'rows') {
        take(deserialize(reply.packed) as readonly Row[]);
        // Without this, batches of a fast process would all be processed in one turn of the event loop.
        await new Promise(setImmediate);
        reply = await child.ask({ kind: 'more' }, within);
      }
      if (reply.kind === 'refused') throw refusalOf(reply);
      if (reply.kind === 'fault') throw new Error(`a parser failed: ${reply.message}`);
      return deserialize(reply.packed) as Answer;
    } finally {
      if (child !== null) {
        this.busy.delete(child);
        this.rest(child);
      }
      const next = this.queue.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }

  /** Ends all processes; running parses fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.idle, ...this.busy].map((child) => child.end()));
  }

  /** Waits for a slot; a finished run passes its slot on. */
  private async turn(): Promise<void> {
    const { processes = MOST_PROCESSES, waiting = MOST_WAITING } = this.options;
    if (this.taken < processes) {
      this.taken += 1;
      return;
    }
    if (this.queue.length >= waiting) throw new Refusal(fileErrors, 'parser_busy');
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  private process(heapMegabytes: number): ParserProcess {
    for (const child of this.idle) {
      this.idle.delete(child);
      if (!child.hasEnded && child.heapMegabytes === heapMegabytes) return child;
      void child.end();
    }
    return new ParserProcess(this.options.entry, heapMegabytes);
  }

  private rest(child: ParserProcess): void {
    if (child.hasEnded) return;
    if (this.isClosed) void child.end();
    else {
      this.idle.add(child);
      child.rest(IDLE_MS, () => this.idle.delete(child));
    }
  }
}

class ParserProcess {
  private readonly child: ChildProcess;
  private deadline: NodeJS.Timeout | null = null;
  private sleep: NodeJS.Timeout | null = null;
  private onReply: ((reply: FromParser) => void) | null = null;
  private onFailure: ((error: Error) => void) | null = null;
  /** The exceeded limit, if the process was ended for one. */
  private met: Refusal | null = null;
  hasEnded = false;

  constructor(
    entry: URL,
    readonly heapMegabytes: number,
  ) {
    this.child = forkAtLowPriority(fileURLToPath(entry), NICENESS, {
      // None of the settings, which hold secrets, and no output, which could leak file content into the log.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
    });
    this.child.on('message', (reply) => this.onReply?.(reply as FromParser));
    this.child.on('error', (error) => this.fail(error));
    this.child.on('exit', (_code, signal) => {
      const isFull = signal === 'SIGABRT';
      this.met ??= isFull ? refusal('parser_memory', { megabytes: heapMegabytes }) : null;
      this.fail(new Error('a parser ended without an answer'));
    });
    this.release();
  }

  /** Waits for the reply; ends the process at the deadline. */
  async ask<Input>(message: ToParser<Input>, { seconds }: ParserLimits): Promise<FromParser> {
    if (this.hasEnded) throw this.met ?? new Error('the process has ended');
    if (this.sleep !== null) clearTimeout(this.sleep);
    this.hold();
    try {
      return await new Promise<FromParser>((resolve, reject) => {
        this.onReply = resolve;
        this.onFailure = (error) => reject(this.met ?? error);
        if (message.kind === 'begin') {
          this.deadline = setTimeout(() => {
            this.met = refusal('parser_slow', { seconds });
            void this.end();
          }, seconds * 1000);
        }
        // A failure to send is followed by the end of the process.
        this.child.send(message, () => undefined);
      });
    } finally {
      this.onReply = null;
      this.onFailure = null;
    }
  }

  /** Keeps the idle process for `ms` milliseconds, then ends it. */
  rest(ms: number, ended: () => void): void {
    if (this.deadline !== null) clearTimeout(this.deadline);
    this.deadline = null;
    this.release();
    this.sleep = setTimeout(() => {
      ended();
      void this.end();
    }, ms).unref();
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.hold();
    this.child.kill('SIGKILL');
    await ended;
  }

  /** While a reply is awaited, the process keeps its parent running. */
  private hold(): void {
    this.child.ref();
    this.child.channel?.ref();
  }

  private release(): void {
    this.child.unref();
    this.child.channel?.unref();
  }

  private fail(error: Error): void {
    this.hasEnded = true;
    if (this.deadline !== null) clearTimeout(this.deadline);
    this.onFailure?.(error);
  }
}

const refusal = (code: 'parser_slow' | 'parser_memory', params: Readonly<Record<string, number>>): Refusal =>
  new Refusal(fileErrors, code, { params });

function refusalOf({
  namespace,
  code,
  status,
  params,
  details,
}: Extract<FromParser, { kind: 'refused' }>): Refusal {
  const catalogue = { namespace, errors: { [code]: status } };
  return new Refusal(catalogue, code, { params, ...(details && { details }) });
}
