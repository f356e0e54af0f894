import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Refusal } from '@cotejo/http/contracts';
import { fileErrors } from '../../file-errors.ts';
import { MEGABYTE, type ParserLimits } from './parser-limits.ts';
import type { FromParser, ToParser } from './parser-messages.ts';

/**
 * Parses untrusted input: yields rows in batches that the other thread processes in one turn, and returns the answer.
 * Throws a Refusal for invalid input.
 */
export type Parse<Input, Row, Answer> = (
  input: Input,
  limits: ParserLimits,
) => Iterator<readonly Row[], Answer, void> | AsyncIterator<readonly Row[], Answer, void>;

/** Seconds after a limit of time when a process that nobody ended ends by itself: its parent is gone. */
const GRACE_SECONDS = 5;

/** Main function of a parser's process; one run at a time. It ends when its parent does. */
export function serveParser<Input, Row, Answer>(parse: Parse<Input, Row, Answer>): void {
  if (process.send === undefined) throw new Error('a parser runs in a process of its own');
  const watchdog = startWatchdog();
  let run: Run<Row, Answer> | null = null;
  process.on('message', (given) => {
    const message = given as ToParser<Input>;
    void (async () => {
      let reply: FromParser;
      try {
        if (message.kind === 'begin') {
          watchdog.postMessage((message.limits.seconds + GRACE_SECONDS) * 1_000, []);
          run = new Run(parse(message.input, message.limits), message.limits);
        }
        if (run === null) throw new Error('asked for more of nothing');
        reply = await run.next();
      } catch (error) {
        reply = inWords(error, message.kind === 'begin' ? message.limits : run?.limits);
      }
      if (reply.kind !== 'rows') {
        run = null;
        watchdog.postMessage(null, []);
      }
      process.send?.(reply);
    })();
  });
}

/** Ends the process after the milliseconds that it was last sent; null ends the wait. */
function startWatchdog(): Worker {
  const source = `
    let wait;
    require('node:worker_threads').parentPort.on('message', (ms) => {
      clearTimeout(wait);
      if (ms !== null) wait = setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms);
    });`;
  const watchdog = new Worker(source, { eval: true, execArgv: [] });
  watchdog.unref();
  return watchdog;
}

class Run<Row, Answer> {
  private bytes = 0;
  private items = 0;

  constructor(
    private readonly rows: ReturnType<Parse<unknown, Row, Answer>>,
    readonly limits: ParserLimits,
  ) {}

  async next(): Promise<FromParser> {
    const { value, done } = await this.rows.next();
    const packed = serialize(value);
    if (done === true) return { kind: 'answer', packed };
    this.items += value.length;
    this.bytes += packed.length;
    const { items, outputMegabytes } = this.limits;
    if (this.items > items) throw new Refusal(fileErrors, 'parser_items', { params: { most: items } });
    if (this.bytes > outputMegabytes * MEGABYTE) {
      throw new Refusal(fileErrors, 'parser_output', { params: { megabytes: outputMegabytes } });
    }
    return { kind: 'rows', packed };
  }
}

function inWords(error: unknown, limits: ParserLimits | undefined): FromParser {
  // V8's limits on strings, arrays and stack: also memory, but exceeded before the heap's.
  if (error instanceof RangeError && limits) {
    const params = { megabytes: limits.heapMegabytes };
    return inWords(new Refusal(fileErrors, 'parser_memory', { params }), limits);
  }
  if (!(error instanceof Refusal)) {
    return {
      kind: 'fault',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  const { catalogue, code, status, options } = error;
  return {
    kind: 'refused',
    namespace: catalogue.namespace,
    code,
    status,
    params: { ...options.params },
    details: options.details ? { ...options.details } : null,
  };
}
