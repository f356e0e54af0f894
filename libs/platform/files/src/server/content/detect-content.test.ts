import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedKinds, type FileKind } from '../../accepted-kinds.ts';
import { bytesOfBuffer } from './byte-source.ts';
import { detectContent, refusalOfContent } from './detect-content.ts';
import { compoundOf, openXml, pdf, png, samples, zipOf } from './samples.fixture.ts';

const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
const refusal = (kind: FileKind, file: Buffer) => refusalOfContent(kind, bytesOfBuffer(file));
const detect = (file: Buffer | string) => detectContent(bytesOfBuffer(Buffer.from(file as string, 'latin1')));

describe('what a file is, by its bytes', () => {
  it.each(Object.entries(samples))('finds %s', async (content, file) => {
    expect(await detectContent(bytesOfBuffer(file))).toBe(content);
  });

  it('knows every content that some kind may hold', () => {
    const wanted = Object.values(acceptedKinds).flatMap(({ contents }) => contents);
    expect(Object.keys(samples)).toEqual(expect.arrayContaining(wanted));
  });

  it.each([
    ['a program of Windows', 'MZ\x90\0\x03\0\0\0'],
    ['a program of Linux', '\x7fELF\x02\x01\x01\0'],
    ['a program of macOS', '\xcf\xfa\xed\xfe\x07\0\0\x01'],
    ['a script', '#!/bin/sh\nrm -rf /\n'],
    ['a class of Java', '\xca\xfe\xba\xbe\0\0\0\x34'],
    ['a shortcut', 'L\0\0\0\x01\x14\x02\0\0\0'],
  ])('sees %s', async (_, file) => {
    expect(await detect(file)).toBe('program');
  });

  it.each([
    ['HTML', '<html><body>'],
    ['HTML after blanks and a mark', '\xef\xbb\xbf\n\n  <!DOCTYPE HTML>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG as XML', '<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG under another name', '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['XHTML', '<?xml version="1.0"?><a xmlns:h="http://www.w3.org/1999/xhtml"/>'],
    ['a style sheet that is run', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['entities that grow', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a loose script', '<script>alert(1)</script>'],
    ['PHP', '<?php system("id");'],
  ])('sees %s', async (_, file) => {
    expect(await detect(file)).toBe('markup');
  });

  it('takes words that begin like a signature for what they are', async () => {
    expect(await detect('BMW: factura 12')).toBe('text');
    expect(await detect('MZ-100;repuesto\n')).toBe('text');
    expect(await detect('ID3-serie\n')).toBe('text');
  });

  it('takes bytes that nobody knows for no text, wherever they are', async () => {
    expect(await detect('\0\x01\x02\x03')).toBe('unknown');
    expect(await detect(`${'a'.repeat(300_000)}\0`)).toBe('unknown');
    expect(await detect(`${'a'.repeat(150_000)}\0${'a'.repeat(150_000)}`)).toBe('unknown');
  });

  it('reads text in UTF-16 and in that of older Windows', async () => {
    expect(await detectContent(bytesOfBuffer(Buffer.from('\ufeffCédula;Valor', 'utf16le')))).toBe('text');
    expect(await detect('C\xe9dula;Valor\r\n')).toBe('text');
  });

  it('never throws, and never loops, over anything', async () => {
    const starts = Object.values(samples);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...starts),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 20 }),
        fc.nat(2000),
        async (sample, changes, length) => {
          const file = Buffer.from(sample.subarray(0, Math.max(1, length)));
          for (const [at, byte] of changes) if (at < file.length) file[at] = byte;
          expect(await detectContent(bytesOfBuffer(file))).toEqual(expect.any(String));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a file whose name and content disagree', () => {
  it.each<[string, FileKind, Buffer]>([
    ['an archive named PDF', 'pdf', samples.zip],
    ['a page named PNG', 'png', html],
    ['a page named text', 'txt', html],
    ['a page named XML', 'xml', html],
    ['a picture named PDF', 'pdf', png],
    ['a spreadsheet named Word', 'docx', samples.xlsx],
    ['an archive named Word', 'docx', samples.zip],
    ['a Word document named archive', 'zip', samples.docx],
    ['a video named picture', 'heic', samples.mp4],
    ['junk named PDF', 'pdf', Buffer.from([0, 1, 2])],
    ['PDF that is an archive too', 'pdf', Buffer.concat([pdf, samples.zip])],
    ['a picture that is an archive too', 'png', Buffer.concat([png, samples.zip])],
    ['an archive with a comment behind a picture', 'gif', Buffer.concat([samples.gif, samples.docx])],
  ])('%s is refused', async (_, kind, file) => {
    expect(await refusal(kind, file)).toBe('file_type_mismatch');
  });

  it.each<[string, FileKind, Buffer]>([
    ['a program named PDF', 'pdf', Buffer.from('MZ\x90\0\x03\0', 'latin1')],
    ['a Java archive named ZIP', 'zip', zipOf([{ name: 'META-INF/MANIFEST.MF' }, { name: 'A.class' }])],
    ['an app of Android named ZIP', 'zip', zipOf([{ name: 'AndroidManifest.xml' }])],
    ['Word with macros', 'docx', openXml('word/document.xml', 'word/vbaProject.bin')],
    ['old Excel with macros', 'xls', compoundOf(['Workbook', '_VBA_PROJECT_CUR', 'VBA'])],
    ['an installer named Word', 'doc', compoundOf(['\u4840\u3f3f\u4577', 'WordDocument'])],
  ])('%s is refused as a program', async (_, kind, file) => {
    expect(await refusal(kind, file)).toBe('file_type_refused');
  });

  it.each<[string, FileKind, Buffer]>([
    ['a locked spreadsheet', 'xlsx', samples['office-locked']],
    ['RTF named Word, as Word itself does', 'doc', samples.rtf],
    ['sound of a phone', 'm4a', samples.mp4],
    ['a mail as text', 'txt', samples.mail],
    ['JPEG under either name', 'jpeg', samples.jpg],
  ])('%s is accepted', async (_, kind, file) => {
    expect(await refusal(kind, file)).toBeNull();
  });

  it('is read once, however many comments stand before what it is', async () => {
    const xml = (comments: string, root: string) => Buffer.from(`<?xml version="1.0"?>${comments}<${root}`);
    const many = '<!-- a -->\n'.repeat(2_000);
    expect(await refusal('xml', xml(many, 'Invoice/>'))).toBeNull();
    expect(await refusal('xml', xml(`<!--${'a'.repeat(40_000)}-->`, 'Invoice/>'))).toBeNull();
    expect(await refusal('xml', xml(many, '1'))).toBe('file_type_mismatch');
    expect(await refusal('xml', xml(many, 'svg/>'))).toBe('file_type_mismatch');
  });

  it('is refused when it is empty, whatever it is called', async () => {
    expect(await refusal('txt', Buffer.alloc(0))).toBe('file_empty');
  });
});
