// A thread of its own: laying out a long document takes seconds in which the server must answer others. It runs as
// it stands, in the sources and beside the product's bundle, and so it is plain JavaScript.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {import('./log-document.ts').LogHead} LogHead */

// As `lowerThreadPriority` does, which can't be imported from here.
if (process.platform === 'linux') {
  try {
    setPriority(0, 5);
  } catch {
    // Not allowed: the file is written all the same.
  }
}

const NAVY = '#1b2a41';
const HAIR = '#d5dbe3';
const HEAD = '#eef2f6';

/** @type {LogHead} */
const head = workerData;
/** @type {(string | number)[][]} */
const rows = [];

/** @param {{ rows?: (string | number)[][]; end?: true }} message */
async function take(message) {
  if (message.rows) rows.push(...message.rows);
  if (message.end !== true) return;
  const bytes = head.format === 'pdf' ? await toPdf() : await toExcel();
  const copy = Uint8Array.from(bytes);
  parentPort.postMessage(copy, [copy.buffer]);
  parentPort.close();
}

parentPort.on('message', (message) => void take(message));

async function toExcel() {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const title = (value) => ({ value, fontWeight: 'bold', backgroundColor: HEAD, alignVertical: 'top' });
  const wrapped = (value) =>
    typeof value === 'number'
      ? { value, type: Number, alignVertical: 'top' }
      : { value, type: String, wrap: true, alignVertical: 'top' };
  const log = [head.columns.map(({ title: text }) => title(text)), ...rows.map((row) => row.map(wrapped))];
  const proof = head.facts.map(([label, value]) => [title(label), wrapped(value)]);
  const file = await writeExcelFile([
    {
      data: log,
      sheet: head.sheets[0],
      columns: head.columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    { data: proof, sheet: head.sheets[1], columns: [{ width: 28 }, { width: 80 }] },
  ]);
  return file.toBuffer();
}

async function toPdf() {
  const [{ default: pdfmake }, { default: fonts }] = await Promise.all([
    import('pdfmake'),
    import('pdfmake/build/vfs_fonts.js'),
  ]);
  // Nothing is fetched and no file is read: all that is shown comes with the message.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  for (const [name, content] of Object.entries(fonts))
    pdfmake.virtualfs.writeFileSync(name, content, 'base64');
  pdfmake.setFonts({
    Roboto: {
      normal: 'Roboto-Regular.ttf',
      bold: 'Roboto-Medium.ttf',
      italics: 'Roboto-Italic.ttf',
      bolditalics: 'Roboto-MediumItalic.ttf',
    },
  });
  const cells = (row) => row.map((text) => String(text));
  return pdfmake
    .createPdf({
      info: {
        title: `${head.title} · ${head.subject}`,
        keywords: head.link,
        creator: 'Cotejo',
        producer: 'Cotejo',
      },
      pageSize: 'A4',
      pageOrientation: 'landscape',
      pageMargins: [32, 40, 32, 40],
      defaultStyle: { font: 'Roboto', fontSize: 7.5, lineHeight: 1.15 },
      footer: (page, pages) => ({
        margin: [32, 12, 32, 0],
        fontSize: 7,
        color: '#5b6675',
        columns: [
          { text: `${head.subject} · ${head.link}`, width: '*' },
          {
            text: head.page.replace('{page}', String(page)).replace('{pages}', String(pages)),
            width: 'auto',
            alignment: 'right',
          },
        ],
      }),
      content: [
        { text: head.title, fontSize: 15, bold: true, color: NAVY },
        { text: head.subject, fontSize: 10, margin: [0, 2, 0, 8] },
        {
          table: {
            widths: [110, '*'],
            body: head.facts.map(([label, value]) => [{ text: label, bold: true }, value]),
          },
          layout: 'noBorders',
          margin: [0, 0, 0, 12],
        },
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: ['auto', 80, 90, 150, '*', 150],
            body: [
              head.columns.map(({ title }) => ({ text: title, bold: true, fillColor: HEAD })),
              ...rows.map(cells),
            ],
          },
          layout: {
            hLineWidth: () => 0.5,
            vLineWidth: () => 0,
            hLineColor: () => HAIR,
            paddingTop: () => 2,
            paddingBottom: () => 2,
          },
        },
      ],
    })
    .getBuffer();
}
