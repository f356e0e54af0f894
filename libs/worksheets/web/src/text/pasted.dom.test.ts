import { describe, expect, it } from 'vitest';
import { cleanPasted, filesMeant } from './pasted.ts';

describe('what is pasted', () => {
  it.each([
    [
      'styles of Word',
      '<p class="MsoNormal" style="color:red;margin:0"><span style="font-family:Calibri">Hola</span></p>',
      '<p class="MsoNormal"><span>Hola</span></p>',
    ],
    [
      'bold that is only a style',
      '<span style="font-weight:700;color:red">Ojo</span>',
      '<span style="font-weight: 700;">Ojo</span>',
    ],
    [
      'titles',
      '<h1>Uno</h1><h2>Dos</h2><h3>Tres</h3><h6>Seis</h6>',
      '<h3>Uno</h3><h3>Dos</h3><h3>Tres</h3><h4>Seis</h4>',
    ],
    [
      'tables of Excel',
      '<style>td{color:red}</style><table><tr><td style="background:red">1</td></tr></table>',
      '<table><tbody><tr><td>1</td></tr></tbody></table>',
    ],
    ['what runs, and images from elsewhere', '<script>x()</script><img src="http://a/b.png">Hola', 'Hola'],
    ['images of the worksheet', '<img data-attachment="7">', '<img data-attachment="7">'],
  ])('keeps the structure of %s', (_what, html, clean) => {
    expect(cleanPasted(html)).toBe(clean);
  });

  const item = (words: string, level: number, bullet: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${bullet}<span> </span></span>${words}</p>`;

  it('makes lists of what Word writes as paragraphs', () => {
    const html = `<p>Antes</p>${item('Uno', 1, '·')}${item('Dos', 2, 'o')}${item('Tres', 1, '·')}<p>Después</p>${item('Cuatro', 1, '1.')}`;
    expect(cleanPasted(html)).toBe(
      '<p>Antes</p><ul><li><p>Uno</p><ul><li><p>Dos</p></li></ul></li><li><p>Tres</p></li></ul><p>Después</p><ol><li><p>Cuatro</p></li></ol>',
    );
  });
});

describe('files that are meant', () => {
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  const transfer = (files: readonly File[], html: string) =>
    ({ files, getData: () => html }) as unknown as DataTransfer;

  it.each([
    ['a file', [file], '', 1],
    ['an image copied from a page', [file], '<img src="http://a/b.png">', 1],
    ['the picture that Excel adds to cells', [file], '<table><tr><td></td></tr></table>', 0],
    ['the picture that Word adds to words', [file], '<p>Hola</p>', 0],
    ['words', [], '<p>Hola</p>', 0],
  ])('%s', (_what, files, html, count) => {
    expect(filesMeant(transfer(files, html))).toHaveLength(count);
  });
  it('nothing', () => expect(filesMeant(null)).toEqual([]));
});
