import { FIGURES, HAIR, HEAD, layOut, MARGIN, NAVY, QUIET } from './page-layout.mjs';

/** Points between a cell's edge and its text, on each side. */
const PADDING = 4;

/**
 * @param {import('./write-document.ts').DocumentHead} head
 * @param {string[][]} rows
 */
export async function toPdf({ title, subject, facts, columns, footer, keywords, page: pageWords }, rows) {
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
  const { paper, shares } = layOut(columns);
  const room = paper.width - 2 * MARGIN - 2 * PADDING * columns.length;
  const alignment = ({ kind }) => (FIGURES.has(kind) ? 'right' : 'left');
  return pdfmake
    .createPdf({
      info: {
        title: [title, subject].filter(Boolean).join(' · '),
        keywords,
        creator: 'Cotejo',
        producer: 'Cotejo',
      },
      pageSize: paper.name,
      pageOrientation: 'landscape',
      pageMargins: [MARGIN, 40, MARGIN, 40],
      defaultStyle: { font: 'Roboto', fontSize: 7.5, lineHeight: 1.15 },
      footer: (page, pages) => ({
        margin: [MARGIN, 12, MARGIN, 0],
        fontSize: 7,
        color: QUIET,
        columns: [
          { text: footer, width: '*' },
          {
            text: pageWords.replace('{page}', String(page)).replace('{pages}', String(pages)),
            width: 'auto',
            alignment: 'right',
          },
        ],
      }),
      content: [
        { text: title, fontSize: 15, bold: true, color: NAVY },
        { text: subject, fontSize: 10, margin: [0, 2, 0, 8] },
        ...(facts.length === 0
          ? []
          : [
              {
                table: {
                  widths: [110, '*'],
                  body: facts.map(([label, value]) => [{ text: label, bold: true }, value]),
                },
                layout: 'noBorders',
                margin: [0, 0, 0, 12],
              },
            ]),
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: shares.map((share) => Math.max(1, share * room)),
            body: [
              columns.map((column) => ({
                text: column.title,
                bold: true,
                fillColor: HEAD,
                alignment: alignment(column),
              })),
              ...rows.map((row) =>
                row.map((text, at) => (FIGURES.has(columns[at].kind) ? { text, alignment: 'right' } : text)),
              ),
            ],
          },
          layout: {
            hLineWidth: () => 0.5,
            vLineWidth: () => 0,
            hLineColor: () => HAIR,
            paddingLeft: () => PADDING,
            paddingRight: () => PADDING,
            paddingTop: () => 2,
            paddingBottom: () => 2,
          },
        },
      ],
    })
    .getBuffer();
}
