import { FIGURES, HAIR, HEAD, layOut, MARGIN, NAVY, QUIET } from './page-layout.mjs';

/** Twentieths of a point, in which Word measures. */
const TWIPS = 20;
/** Half points, in which Word measures letters. */
const SIZES = { title: 30, subject: 20, text: 15, foot: 14 };
const FACT_WIDTH = 110;

/**
 * A document of one table in WordprocessingML (ECMA-376, part 1, section 17); the order of elements is the schema's.
 * @param {import('./write-document.ts').DocumentHead} head
 * @param {string[][]} rows
 */
export async function toWord({ title, subject, facts, columns, footer, page }, rows) {
  const { strToU8, zipSync } = await import('fflate');
  const { paper, shares } = layOut(columns);
  const room = (paper.width - 2 * MARGIN) * TWIPS;
  const widths = shares.map((share) => Math.max(1, Math.round(share * room)));
  const factWidths = [FACT_WIDTH * TWIPS, room - FACT_WIDTH * TWIPS];
  const isFigure = columns.map(({ kind }) => FIGURES.has(kind));
  const head = columns.map((column, at) =>
    cell(paragraph(column.title, { bold: true, isFigure: isFigure[at] }), widths[at], HEAD),
  );
  const body = rows.map((row) =>
    tableRow(row.map((text, at) => cell(paragraph(text, { isFigure: isFigure[at] }), widths[at]))),
  );
  const aboutRows = facts.map(([label, value]) =>
    tableRow([cell(paragraph(label, { bold: true }), factWidths[0]), cell(paragraph(value), factWidths[1])]),
  );
  const document = [
    `<w:document ${NAMESPACES}><w:body>`,
    paragraph(title, { bold: true, size: SIZES.title, color: NAVY, style: 'Title' }),
    subject === '' ? '' : paragraph(subject, { size: SIZES.subject }),
    // Tables that touch become one.
    ...(facts.length === 0 ? [] : [table(factWidths, '', aboutRows), paragraph('')]),
    table(widths, HAIR, [tableRow(head, '<w:tblHeader/>'), ...body]),
    paragraph(''),
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/>',
    `<w:pgSz w:w="${paper.width * TWIPS}" w:h="${paper.height * TWIPS}" w:orient="landscape"/>`,
    `<w:pgMar w:top="800" w:right="${MARGIN * TWIPS}" w:bottom="800" w:left="${MARGIN * TWIPS}"`,
    ' w:header="400" w:footer="400" w:gutter="0"/></w:sectPr></w:body></w:document>',
  ].join('');
  const parts = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': PACKAGE_RELATIONS,
    'docProps/core.xml': coreProperties([title, subject].filter(Boolean).join(' · ')),
    'word/document.xml': document,
    'word/styles.xml': STYLES,
    'word/footer1.xml': footerPart(footer, page, room),
    'word/_rels/document.xml.rels': DOCUMENT_RELATIONS,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(DECLARATION + xml)])),
  );
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const WORD_TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACES = `xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"`;
const CORE = 'application/vnd.openxmlformats-package.core-properties+xml';

const CONTENT_TYPES = [
  `<Types xmlns="${OFFICE}/package/2006/content-types">`,
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  '<Default Extension="xml" ContentType="application/xml"/>',
  `<Override PartName="/word/document.xml" ContentType="${WORD_TYPES}.document.main+xml"/>`,
  `<Override PartName="/word/styles.xml" ContentType="${WORD_TYPES}.styles+xml"/>`,
  `<Override PartName="/word/footer1.xml" ContentType="${WORD_TYPES}.footer+xml"/>`,
  `<Override PartName="/docProps/core.xml" ContentType="${CORE}"/>`,
  '</Types>',
].join('');

const relation = (id, type, target) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relations = (...each) =>
  `<Relationships xmlns="${OFFICE}/package/2006/relationships">${each.join('')}</Relationships>`;
const PACKAGE_RELATIONS = relations(
  relation('rId1', 'officeDocument/2006/relationships/officeDocument', 'word/document.xml'),
  relation('rId2', 'package/2006/relationships/metadata/core-properties', 'docProps/core.xml'),
);
const DOCUMENT_RELATIONS = relations(
  relation('rId1', 'officeDocument/2006/relationships/styles', 'styles.xml'),
  relation('rId2', 'officeDocument/2006/relationships/footer', 'footer1.xml'),
);

const STYLES = [
  `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr>`,
  '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>',
  `<w:sz w:val="${SIZES.text}"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`,
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/></w:style>',
  '</w:styles>',
].join('');

const coreProperties = (title) =>
  [
    `<cp:coreProperties xmlns:cp="${OFFICE}/package/2006/metadata/core-properties"`,
    ` xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title>`,
    '<dc:creator>Cotejo</dc:creator></cp:coreProperties>',
  ].join('');

/** The footer's text, and at its right end the page and how many there are. */
function footerPart(text, page, room) {
  const fields = { '{page}': 'PAGE', '{pages}': 'NUMPAGES' };
  const words = page
    .split(/(\{pages?\})/)
    .map((part) => (part in fields ? field(fields[part]) : run(part, { size: SIZES.foot, color: QUIET })));
  return [
    `<w:ftr ${NAMESPACES}><w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="${room}"/></w:tabs></w:pPr>`,
    run(text, { size: SIZES.foot, color: QUIET }),
    '<w:r><w:tab/></w:r>',
    ...words,
    '</w:p></w:ftr>',
  ].join('');
}

const field = (name) =>
  `<w:fldSimple w:instr=" ${name} ">${run('1', { size: SIZES.foot, color: QUIET })}</w:fldSimple>`;

const table = (widths, border, rows) =>
  [
    `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((sum, width) => sum + width, 0)}" w:type="dxa"/>`,
    border === ''
      ? ''
      : `<w:tblBorders>${line('top', border)}${line('bottom', border)}${line('insideH', border)}</w:tblBorders>`,
    '<w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>',
    ...widths.map((width) => `<w:gridCol w:w="${width}"/>`),
    '</w:tblGrid>',
    ...rows,
    '</w:tbl>',
  ].join('');

const line = (side, color) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${hex(color)}"/>`;

const tableRow = (cells, properties = '') =>
  `<w:tr><w:trPr><w:cantSplit/>${properties}</w:trPr>${cells.join('')}</w:tr>`;

const cell = (content, width, fill = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${
    fill === '' ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${hex(fill)}"/>`
  }</w:tcPr>${content}</w:tc>`;

function paragraph(text, { isFigure = false, style = '', ...letters } = {}) {
  const properties =
    (style === '' ? '' : `<w:pStyle w:val="${style}"/>`) + (isFigure ? '<w:jc w:val="right"/>' : '');
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run(text, letters)}</w:p>`;
}

function run(text, { bold = false, color = '', size = 0 } = {}) {
  if (text === '') return '';
  const properties = [
    bold ? '<w:b/>' : '',
    color === '' ? '' : `<w:color w:val="${hex(color)}"/>`,
    size === 0 ? '' : `<w:sz w:val="${size}"/>`,
  ].join('');
  const lines = text.split(/\r\n|\r|\n/).map((words) => `<w:t xml:space="preserve">${escaped(words)}</w:t>`);
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`;
}

const hex = (color) => color.slice(1).toUpperCase();

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without what no XML 1.0 may hold. */
const escaped = (text) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (mark) => ENTITIES[mark]);
