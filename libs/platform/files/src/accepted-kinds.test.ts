import { describe, expect, it } from 'vitest';
import { acceptedKinds, kindOfName } from './accepted-kinds.ts';

describe('the kind of a file by its name', () => {
  it.each([
    ['Informe.PDF', 'pdf'],
    ['acta.final.docx', 'docx'],
    ['foto.JPeG', 'jpeg'],
    ['correo.msg', 'msg'],
  ])('%s is %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });

  it.each([
    'programa.exe',
    'guion.js',
    'guion.ps1',
    'pagina.html',
    'pagina.htm',
    'dibujo.svg',
    'macros.docm',
    'macros.xlsm',
    'biblioteca.jar',
    'informe.pdf.exe',
    'sin-extension',
    '.pdf',
    'punto.',
    'x.constructor',
    'x.__proto__',
  ])('%s is not accepted', (name) => {
    expect(kindOfName(name)).toBeNull();
  });

  it('shows in the page only images that every browser draws, and PDF', () => {
    const shown = Object.entries(acceptedKinds).filter(([, { inline }]) => inline);
    expect(shown.map(([extension]) => extension)).toEqual(['pdf', 'png', 'jpg', 'jpeg', 'gif', 'webp']);
  });
});
