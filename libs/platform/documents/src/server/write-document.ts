import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forkAtLowPriority } from '@cotejo/http/shares';
import type { TableDocument } from '../table-document.ts';

/** All of a document but its rows; see `TableDocument`. */
export interface DocumentHead extends Omit<TableDocument, 'rows'> {
  /** Stands under the title; may be empty. */
  readonly subject: string;
  /** Stands at the foot of every page. */
  readonly footer: string;
  /** Of the properties of a PDF. */
  readonly keywords: string;
  /** Names of the sheets of a workbook: of the rows, and of the facts. */
  readonly sheets: readonly [rows: string, facts: string];
  /** With `{page}` and `{pages}`. */
  readonly page: string;
}

/** One text a column. */
export type DocumentRow = readonly string[];

type DocumentMessage =
  { readonly head: DocumentHead } | { readonly rows: readonly DocumentRow[] } | { readonly end: true };

/** Beside these sources, or with the product's bundle, of which this may be a part in a folder of its own. */
const PLACES = ['./document-process.mjs', './document-process.js', '../document-process.js'];

/** Megabytes that one document may take while it is written. */
const MOST_MEMORY = 1_024;

/** Far behind what answers people: no limit of time is set to a document. */
const NICENESS = 15;

function programPath(): string {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('the program that writes documents is not there');
  return fileURLToPath(found);
}

/**
 * Writes a document part by part as its rows are read, in a process of its own: a thread could be given a low
 * priority, but not the threads that collect its garbage, and these slowed the answers to everybody.
 * @throws the signal's reason once nobody waits for it any more
 */
export async function writeDocument(
  head: DocumentHead,
  parts: AsyncIterable<readonly DocumentRow[]> | Iterable<readonly DocumentRow[]>,
  gone: AbortSignal,
): Promise<Uint8Array> {
  gone.throwIfAborted();
  const writer = forkAtLowPriority(programPath(), NICENESS, {
    // Nothing of ours: the settings hold secrets.
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEMORY}`],
    serialization: 'advanced',
  });
  const tell = (message: DocumentMessage): void => void writer.send(message, () => undefined);
  try {
    const written = new Promise<Uint8Array>((resolve, reject) => {
      writer.once('message', (bytes) => resolve(bytes as unknown as Uint8Array));
      writer.once('error', reject);
      // Not 'exit', which may come before the last message.
      writer.once('disconnect', () => reject(new Error('the process ended without a document')));
      gone.addEventListener('abort', () => reject(gone.reason), { once: true });
    });
    // It is awaited below; what fails before that must not count as nobody's.
    written.catch(() => undefined);
    tell({ head });
    for await (const rows of parts) {
      gone.throwIfAborted();
      tell({ rows });
    }
    tell({ end: true });
    return await written;
  } finally {
    writer.kill('SIGKILL');
  }
}
