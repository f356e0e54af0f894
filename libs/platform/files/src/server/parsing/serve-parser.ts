import { serialize } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { Refusal } from '@cotejo/http/contracts';
import { lowerThreadPriority } from '@cotejo/http/shares';
import { fileErrors } from '../../file-errors.ts';
import { MEGABYTE, type ParserLimits } from './parser-limits.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/**
 * Parses untrusted input: yields rows in batches that the other thread processes in one turn, and returns the answer.
 * Throws a Refusal for invalid input.
 */
export type Parse<Input, Row, Answer> = (
  input: Input,
  limits: ParserLimits,
) => Iterator<readonly Row[], Answer, void> | AsyncIterator<readonly Row[], Answer, void>;

/** Main function of a parser thread; one run at a time. */
export function serveParser<Input, Row, Answer>(parse: Parse<Input, Row, Answer>): void {
  const port = parentPort;
  if (port === null) throw new Error('a parser runs in a thread of its own');
  lowerThreadPriority();
  let run: Run<Row, Answer> | null = null;
  port.on('message', (message: ToThread<Input>) => {
    void (async () => {
      let reply: FromThread;
      try {
        if (message.kind === 'begin') {
          run = new Run(parse(message.input, message.limits), message.limits);
        }
        if (run === null) throw new Error('asked for more of nothing');
        reply = await run.next();
      } catch (error) {
        reply = inWords(error, message.kind === 'begin' ? message.limits : run?.limits);
      }
      if (reply.kind !== 'rows') run = null;
      const moved = 'packed' in reply ? [reply.packed.buffer as ArrayBuffer] : [];
      port.postMessage(reply, moved);
    })();
  });
}

class Run<Row, Answer> {
  private bytes = 0;
  private items = 0;

  constructor(
    private readonly rows: ReturnType<Parse<unknown, Row, Answer>>,
    readonly limits: ParserLimits,
  ) {}

  async next(): Promise<FromThread> {
    const { value, done } = await this.rows.next();
    // Copied into its own buffer, which can be transferred to the other thread.
    const packed = Uint8Array.from(serialize(value));
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

function inWords(error: unknown, limits: ParserLimits | undefined): FromThread {
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
