// A process of its own: laying out a long document takes seconds in which the server must answer others. It runs as
// it stands, in the sources and beside the product's bundle, and so it is plain JavaScript.

import { toExcel } from './to-excel.mjs';
import { toPdf } from './to-pdf.mjs';
import { toWord } from './to-word.mjs';

const WRITERS = { xlsx: toExcel, pdf: toPdf, docx: toWord };

/** @type {import('./write-document.ts').DocumentHead} */
let head;
/** @type {string[][]} */
let rows = [];

/** @param {{ head?: import('./write-document.ts').DocumentHead; rows?: string[][]; end?: true }} message */
async function take(message) {
  if (message.head) head = message.head;
  if (message.rows) for (const row of message.rows) rows.push(row);
  if (message.end !== true) return;
  const all = rows;
  rows = [];
  process.send(Uint8Array.from(await WRITERS[head.format](head, all)));
}

process.on('message', (message) => void take(message));
// The server is gone.
process.on('disconnect', () => process.exit());
