import { progressMessage, StartError } from './start-error.ts';
import type { ServerCondition } from './server-refusal.ts';

/** Milliseconds between two attempts; a server that comes up is found within a second. */
const TRY_EVERY_MS = 1_000;
/** Milliseconds between two lines with the same reason. */
const SAY_EVERY_MS = 5_000;

/** Conditions that last until an operator changes a setting: a command ends at once, a node goes on trying. */
const LASTING: ReadonlySet<string> = new Set<ServerCondition>([
  'server_certificate',
  'server_credentials',
  'server_no_database',
  'server_other_log',
  'server_rights',
  'server_tls',
]);

export interface Patience {
  /** Prints a line at the terminal. */
  readonly say: (line: string) => void;
  /** Milliseconds to wait: `Infinity` for a node, none by default. */
  readonly patienceMs?: number | undefined;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats `work` until its server is available; prints every few seconds which server it waits for and why.
 * @param refusalOf start error for an error of `work`; null for an error that waiting does not mend
 * @throws StartError the refusal, when the patience has ended; `start_cancelled` after the signal
 */
export async function waitForServer<T>(
  work: () => Promise<T>,
  refusalOf: (error: unknown) => Promise<StartError | null> | StartError | null,
  { say, patienceMs = 0, signal }: Patience,
): Promise<T> {
  const start = performance.now();
  const wasAborted = signal?.aborted === true;
  const mayLast = patienceMs === Number.POSITIVE_INFINITY;
  let printed = { message: '', at: 0 };
  for (;;) {
    try {
      // A signal raised before the call does not end the first attempt: cleanup after a signal also needs its server.
      const done = await (wasAborted ? work() : unlessAborted(work(), signal));
      if (printed.message !== '') say(progressMessage('server_found'));
      return done;
    } catch (error) {
      if (signal?.aborted) throw new StartError('start_cancelled', {}, { cause: error });
      const refusal = await unlessAborted(Promise.resolve(refusalOf(error)), signal);
      if (refusal === null) throw error;
      const now = performance.now();
      if (!mayLast && (LASTING.has(refusal.code) || now - start >= patienceMs)) throw refusal;
      if (refusal.message !== printed.message || now - printed.at >= SAY_EVERY_MS) {
        say(progressMessage('server_awaited', { refusal: refusal.message }));
        printed = { message: refusal.message, at: now };
      }
    }
    await unlessAborted(new Promise((resume) => setTimeout(resume, TRY_EVERY_MS)), signal);
  }
}

/** @throws StartError `start_cancelled` when the signal aborts, without waiting for `work` */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  work.catch(() => undefined);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new StartError('start_cancelled'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
