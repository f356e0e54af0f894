import { report, type BenchResult } from './report/bench-report.ts';

type Closer = () => Promise<unknown> | void;

/** What a bench may use while it runs. */
export interface BenchRun {
  /** Says so when the bench is to be given up: by Ctrl-C, or by whoever started it. */
  readonly signal: AbortSignal;
  /** Is called at the end, however the bench ends; the last one first. */
  atEnd(close: Closer): void;
}

/** Runs a bench to its report and ends the process; nothing that it started outlives it. */
export async function runBench(bench: (run: BenchRun) => Promise<BenchResult>): Promise<void> {
  const stop = new AbortController();
  const closers: Closer[] = [];
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error(name)));
  }
  const fail = (error: unknown) => {
    process.exitCode = stop.signal.aborted ? 130 : 1;
    // Whoever gave it up knows why it ends.
    if (stop.signal.aborted) return;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  // Without these an error outside the awaited chain would end the process before its closers ran.
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
