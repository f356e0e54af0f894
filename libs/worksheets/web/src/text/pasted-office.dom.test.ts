import type { Editor } from '@tiptap/core';
import { contentOf } from '@cotejo/texts/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { editorOf } from './editor.fixture.ts';
import { cleanPasted } from './pasted.ts';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

/** Content of a text after pasting. */
function pasted(html: string): { readonly text: string; readonly json: string } {
  const document = new Doc();
  const editor = editorOf(document);
  editors.push(editor);
  // jsdom has no ClipboardEvent.
  editor.view.pasteHTML(cleanPasted(html), new Event('paste') as ClipboardEvent);
  const { text, json } = contentOf(document, 'body', 'rich-text');
  return { text, json: JSON.stringify(json) };
}

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;font-family:"Calibri"} --></style></head>
<body lang=ES-CO><!--StartFragment-->
<h1 style='color:#2F5496'><span lang=ES>Hallazgo<o:p></o:p></span></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span style='font-size:14.0pt;color:red'>Condición:</span></b><span> faltan soportes<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Factura</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Orden</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=200 style='width:150pt;background:#D9E2F3'><p class=MsoNormal>Pago</p></td><td><p class=MsoNormal>Valor</p></td></tr>
<tr><td colspan=2><p class=MsoNormal align=right>1.200</p></td></tr></table>
<!--EndFragment--></body></html>`;

const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet>
<style><!--table {mso-displayed-decimal-separator:"\\,";} .xl65 {mso-number-format:Standard;background:yellow}--></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 style='border-collapse:collapse;width:96pt'>
<!--StartFragment--><col width=64 span=2 style='width:48pt'>
<tr height=20><td height=20 class=xl65 style='height:15pt'>Enero</td><td class=xl65 align=right x:num>1.250,50</td></tr>
<tr height=20><td>Febrero</td><td align=right>980</td></tr><!--EndFragment--></table></body></html>`;

describe('what comes from an office program', () => {
  it('of Word keeps its title, emphasis, numbered list and table, and none of its styles', () => {
    const { text, json } = pasted(WORD);
    expect(text).toBe('Hallazgo\nCondición: faltan soportes\nFactura\nOrden\nPago\nValor\n1.200');
    for (const part of ['"heading"', '"bold"', '"orderedList"', '"table"', '"colspan":2'])
      expect(json).toContain(part);
    expect(json).not.toMatch(/mso|Mso|style|color|font|#D9E2F3|supportLists/);
  });

  it('of Excel is a table of its cells', () => {
    const { text, json } = pasted(EXCEL);
    expect(text).toBe('Enero\n1.250,50\nFebrero\n980');
    expect(json.match(/"tableRow"/g)).toHaveLength(2);
    expect(json.match(/"tableCell"/g)).toHaveLength(4);
    expect(json).not.toMatch(/xl65|mso|style|yellow|x:num/);
  });

  it('brings no image from elsewhere and nothing that runs', () => {
    const { json } = pasted(
      '<p onclick="x()">Hola<img src="file:///C:/temp/clip_image001.png"><a href="javascript:x()">aquí</a></p>',
    );
    expect(json).not.toMatch(/image|javascript|onclick|link/);
  });
});
