import { report, type BenchResult } from './report/bench-report.ts';

/** What a bench may use while it runs. */
export interface BenchRun {
  /** Says so when the bench is to be given up: by Ctrl-C, or by whoever started it. */
  readonly signal: AbortSignal;
  /** Is called at the end, however the bench ends; the last one first. */
  atEnd(close: () => Promise<unknown> | void): void;
}

/** Runs a bench to its report and ends the process; nothing that it started outlives it. */
export async function runBench(bench: (run: BenchRun) => Promise<BenchResult>): Promise<void> {
  const stop = new AbortController();
  const closers: (() => Promise<unknown> | void)[] = [];
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error(name)));
  }
  const fail = (error: unknown) => {
    process.exitCode = stop.signal.aborted ? 130 : 1;
    // Whoever gave it up knows why it ends.
    if (stop.signal.aborted) return;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  let result: BenchResult | null = null;
  try {
    result = await bench({ signal: stop.signal, atEnd: (close) => void closers.push(close) });
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
