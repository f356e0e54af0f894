import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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

/** Not lower: on a machine that is busy throughout, 15 left a short document a minute. */
const NICENESS = 10;

/**
 * Milliseconds for which the process of a written document is kept for the next one: starting one stops the event loop
 * for some ten milliseconds and costs more than a short document.
 */
const IDLE_MS = 60_000;

function programPath(): string {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('the program that writes documents is not there');
  return fileURLToPath(found);
}

/** The process that has written a document and waits for another; a node writes one at a time. */
let idle: { readonly writer: ChildProcess; readonly late: NodeJS.Timeout } | null = null;

function takeWriter(): ChildProcess {
  const kept = idle;
  idle = null;
  if (kept) clearTimeout(kept.late);
  const isKept = kept?.writer.connected === true;
  const writer = isKept ? kept.writer : startWriter();
  writer.ref();
  writer.channel?.ref();
  return writer;
}

function startWriter(): ChildProcess {
  const writer = forkAtLowPriority(programPath(), NICENESS, {
    // None of the settings, which hold secrets.
    env: {},
    execArgv: [`--max-old-space-size=${MOST_MEMORY}`],
    serialization: 'advanced',
  });
  // Without a listener an error of the idle process would end the server.
  writer.on('error', () => undefined);
  return writer;
}

function keepWriter(writer: ChildProcess): void {
  if (idle !== null || !writer.connected) return void writer.kill('SIGKILL');
  writer.unref();
  writer.channel?.unref();
  const late = setTimeout(() => {
    idle = null;
    writer.kill('SIGKILL');
  }, IDLE_MS).unref();
  idle = { writer, late };
}

/**
 * Writes a document part by part as its rows are read, in a process of its own: a thread could be given a low
 * priority, but not the threads that collect its garbage, and these slowed the answers to everybody.
 * @throws the signal's reason when the request was aborted
 */
export async function writeDocument(
  head: DocumentHead,
  parts: AsyncIterable<readonly DocumentRow[]> | Iterable<readonly DocumentRow[]>,
  gone: AbortSignal,
): Promise<Uint8Array> {
  gone.throwIfAborted();
  const writer = takeWriter();
  const tell = (message: DocumentMessage): void => void writer.send(message, () => undefined);
  const over = new AbortController();
  try {
    const written = new Promise<Uint8Array>((resolve, reject) => {
      const { signal } = over;
      const fail = (): void => reject(gone.reason as Error);
      gone.addEventListener('abort', fail, { once: true, signal });
      once(writer, 'message', { signal }).then(([bytes]) => resolve(bytes as Uint8Array), reject);
      // Not 'exit', which may come before the last message.
      once(writer, 'disconnect', { signal }).then(
        () => reject(new Error('the process ended without a document')),
        reject,
      );
    });
    // It is awaited below; a failure before that must not count as an unhandled one.
    written.catch(() => undefined);
    tell({ head });
    for await (const rows of parts) {
      gone.throwIfAborted();
      tell({ rows });
    }
    tell({ end: true });
    const bytes = await written;
    keepWriter(writer);
    return bytes;
  } catch (error) {
    writer.kill('SIGKILL');
    throw error;
  } finally {
    over.abort();
  }
}
