import { report, type BenchResult } from './report/bench-report.ts';

type Closer = () => Promise<unknown> | void;

/** Services for a running bench. */
export interface BenchRun {
  /** Aborts when the bench must stop: by Ctrl-C, or by its parent process. */
  readonly signal: AbortSignal;
  /** Registers a function to call at the end, however the bench ends; in reverse order. */
  atEnd(close: Closer): void;
}

/** Runs a bench to its report and ends the process; everything that it started is closed first. */
export async function runBench(bench: (run: BenchRun) => Promise<BenchResult>): Promise<void> {
  const stop = new AbortController();
  const closers: Closer[] = [];
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error(name)));
  }
  const fail = (error: unknown) => {
    process.exitCode = stop.signal.aborted ? 130 : 1;
    // The user or process that stopped the bench needs no error message.
    if (stop.signal.aborted) return;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  // Otherwise an error outside the awaited chain would end the process before its closers ran.
  const astray = new Promise<never>((_, reject) => {
    process.on('uncaughtException', reject);
    process.on('unhandledRejection', reject);
  });
  let result: BenchResult | null = null;
  try {
    const run = { signal: stop.signal, atEnd: (close: Closer) => void closers.push(close) };
    result = await Promise.race([bench(run), astray]);
  } catch (error) {
    fail(error);
  }
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      fail(error);
    }
  }
  if (result) report(result);
  process.exit();
}
