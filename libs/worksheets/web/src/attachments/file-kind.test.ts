import { describe, expect, it } from 'vitest';
import { fileKind, previewOf } from './file-kind.ts';

const OTHER = 'application/octet-stream';

describe('what a file is shown as', () => {
  it.each([
    ['Acta.doc', OTHER, 'word'],
    ['Acta.DOCX', OTHER, 'word'],
    ['Saldos.xls', OTHER, 'excel'],
    ['Saldos.final.xlsx', OTHER, 'excel'],
    ['Saldos.csv', 'text/csv', 'excel'],
    ['Acta.pdf', 'application/pdf', 'pdf'],
    ['Correo.msg', OTHER, 'pdf'],
    ['docx', OTHER, 'pdf'],
    ['Foto.jpg', 'image/jpeg', 'image'],
    ['Foto', 'image/png', 'image'],
    [null, OTHER, 'pdf'],
    [null, 'image/png', 'image'],
  ] as const)('%s (%s) is %s', (name, mediaType, kind) => {
    expect(fileKind(name, mediaType)).toBe(kind);
  });

  it.each([
    ['image/png', 'image'],
    ['image/webp', 'image'],
    ['image/heic', null],
    ['image/svg+xml', null],
    ['application/pdf', 'pdf'],
    ['text/html', null],
  ] as const)('%s is seen in the page as %s', (mediaType, preview) => {
    expect(previewOf(mediaType)).toBe(preview);
  });
});
