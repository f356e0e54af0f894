import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LogCells, LogHead } from './log-document.ts';

/** Beside these sources, or with the product's bundle, of which this may be a part in a folder of its own. */
const PLACES = ['./log-file-worker.mjs', './log-file-worker.js', '../log-file-worker.js'];

/** What the thread is told: rows in their order, then that there are no more. */
type LogMessage = { readonly rows: readonly LogCells[] } | { readonly end: true };

/** Megabytes that one file may take while it is written. */
const MOST_MEMORY = 1_024;

function workerUrl(): URL {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('the thread that writes files of the log is not there');
  return found;
}

/**
 * Writes a file of the change log in a thread of its own, part by part as it is read.
 * @throws the signal's reason once nobody waits for it any more
 */
export async function writeLogFile(
  head: LogHead,
  parts: AsyncIterable<readonly LogCells[]>,
  gone: AbortSignal,
): Promise<Uint8Array> {
  gone.throwIfAborted();
  const worker = new Worker(workerUrl(), {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  // A thread is no window: nobody else can hear.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (message: LogMessage): void => worker.postMessage(message);
  try {
    const written = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without a file')));
      gone.addEventListener('abort', () => reject(gone.reason), { once: true });
    });
    // It is awaited below; what fails before that must not count as nobody's.
    written.catch(() => undefined);
    for await (const rows of parts) {
      gone.throwIfAborted();
      tell({ rows });
    }
    tell({ end: true });
    return await written;
  } finally {
    await worker.terminate();
  }
}
