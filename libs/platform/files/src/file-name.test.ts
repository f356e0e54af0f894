import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden } from '@cotejo/http/contracts';
import { cleanFileName, MOST_NAME_BYTES } from './file-name.ts';

describe('the name under which a file is kept', () => {
  it.each([
    ['Informe de gestión.pdf', 'Informe de gestión.pdf'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ana\\acta.docx', 'acta.docx'],
    ['/absoluto/x.pdf', 'x.pdf'],
    ['a\u0000b\u0007c.pdf', 'abc.pdf'],
    // A right-to-left override displays what follows it reversed: the visible name must be the real one.
    ['fac\u202efdp.exe.pdf', 'facfdp.exe.pdf'],
    ['\u2066oculto\u2069.pdf', 'oculto.pdf'],
    ['acta\u3164\u{E0041}\u034F.pdf', 'acta.pdf'],
    ['👩🏽‍🔧 taller.pdf', '👩🏽‍🔧 taller.pdf'],
    ['\ufeff marca.csv ', 'marca.csv'],
    ['dos\nlineas.txt', 'doslineas.txt'],
    ['muchos   blancos\u00a0.pdf', 'muchos blancos .pdf'],
    ['puntos.pdf...', 'puntos.pdf'],
    // Composed (NFC): the same name on every system.
    ['accio\u0301n.pdf', 'acción.pdf'],
  ])('%j becomes %j', (told, kept) => {
    expect(cleanFileName(told)).toBe(kept);
  });

  it.each(['', '   ', '.', '..', 'carpeta/', '\u202e', 'mal\ud800.pdf'])(
    '%j leaves nothing usable',
    (told) => {
      expect(cleanFileName(told)).toBeNull();
    },
  );

  it('shortens long names by bytes, never inside a character, and keeps the extension', () => {
    const name = cleanFileName(`${'ñ😀'.repeat(100)}.docx`) ?? '';
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(MOST_NAME_BYTES);
    expect(name).toMatch(/^(ñ😀)+ñ?\.docx$/u);
  });

  it('is short, visible, without folders, and stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (told) => {
        const name = cleanFileName(told);
        if (name === null) return;
        expect(name).not.toMatch(/[/\\\p{Cc}]/u);
        expect(hasHidden(name)).toBe(false);
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(MOST_NAME_BYTES);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });
});
