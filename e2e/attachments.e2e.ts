import type { JSHandle, Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { PieceGate } from './support/piece-gate.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const RISK = 'Pagos duplicados';
const EVIDENCE = 'Índice de evidencias';
/** PNG of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** An empty page, padded to the requested bytes. */
const pdfOf = (bytes = 600): Buffer => {
  const page = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
  return Buffer.concat([page, Buffer.alloc(Math.max(0, bytes - page.length), ' ')]);
};

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([stage().enter('claudia.restrepo'), stage().enter('andres.murcia')]);
});

let mine: Plan;
let theirs: Plan;
let audit: string;
beforeEach(async () => {
  audit = await stage().newAudit({ name: 'Con archivos', processes: ['Compras'], risks: [RISK] });
  [mine, theirs] = await Promise.all([Plan.open(andres, audit), Plan.open(claudia, audit)]);
});

/** Opens the attachments of the risk's worksheet. */
async function openFiles(plan: Plan): Promise<Locator> {
  await plan.focus(RISK);
  await plan.press('Enter');
  const panel = plan.panel(RISK);
  await panel.getByRole('tab', { name: /^Adjuntos/ }).click();
  return panel;
}
const named = (place: Plan, name: string): Locator =>
  place.panel(RISK).getByRole('button', { name, exact: true });
const choose = (plan: Plan, name: string, buffer: Buffer, what = 'attach') =>
  plan
    .panel(RISK)
    .locator(`input[data-for=${what}]`)
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
async function does(plan: Plan, name: string, act: string): Promise<void> {
  await plan
    .panel(RISK)
    .getByRole('button', { name: `Acciones de ${name}`, exact: true })
    .click();
  await plan.page.getByRole('menuitem', { name: act }).click();
}
const tray = (plan: Plan): Locator => plan.page.getByRole('region', { name: 'Cargas de archivos' });
const progress = (plan: Plan, name: string): Locator =>
  tray(plan).getByRole('progressbar', { name: `Carga de ${name}` });
const percentOf = async (plan: Plan, name: string): Promise<number> =>
  Number(await progress(plan, name).getAttribute('aria-valuenow'));

/** Data transfer of files dragged from outside of the page. */
const carried = (plan: Plan, name: string, type: string, bytes: Buffer): Promise<JSHandle<DataTransfer>> =>
  plan.page.evaluateHandle(
    ({ name, type, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      return transfer;
    },
    { name, type, bytes: [...bytes] },
  );

describe('files of a worksheet', () => {
  it('are there for the other at once: seen, replaced, removed and brought back', async () => {
    await Promise.all([openFiles(mine), openFiles(theirs)]);
    await choose(mine, 'Acta.pdf', pdfOf());
    await named(theirs, 'Acta.pdf').waitFor();
    await theirs.row(RISK).getByRole('button', { name: 'Un archivo adjunto' }).waitFor();
    await choose(mine, 'Foto.png', DOT);
    await named(theirs, 'Foto.png').waitFor();

    await named(theirs, 'Acta.pdf').click();
    await theirs.page.getByTitle('Vista previa de Acta.pdf').first().waitFor();
    await theirs.press('ArrowRight');
    await theirs.page.getByRole('img', { name: 'Foto.png' }).waitFor();
    await theirs.press('Escape');
    await theirs.page.getByRole('img', { name: 'Foto.png' }).waitFor({ state: 'hidden' });
    await theirs.panel(RISK).waitFor();

    await does(mine, 'Acta.pdf', 'Subir una versión nueva');
    await choose(mine, 'Acta corregida.pdf', pdfOf(700), 'version');
    await named(theirs, 'Acta corregida.pdf').waitFor();
    await theirs.panel(RISK).getByRole('button', { name: '1 versión anterior' }).click();
    await named(theirs, 'Acta.pdf').waitFor();
    await theirs.row(RISK).getByRole('button', { name: '2 archivos adjuntos' }).waitFor();

    await does(mine, 'Foto.png', 'Quitar');
    await mine.page.getByRole('button', { name: 'Sí, quitar' }).click();
    await named(theirs, 'Foto.png').waitFor({ state: 'hidden' });
    await theirs.panel(RISK).getByRole('button', { name: '1 archivo quitado' }).click();
    await does(theirs, 'Foto.png', 'Restaurar');
    await mine.row(RISK).getByRole('button', { name: '2 archivos adjuntos' }).waitFor();
    expect(await axeFaults(theirs.page)).toEqual([]);
  });

  it('are signed, and who signed stands there', async () => {
    await Promise.all([openFiles(mine), openFiles(theirs)]);
    await choose(mine, 'Acta.pdf', pdfOf());
    await named(theirs, 'Acta.pdf').waitFor();
    await does(theirs, 'Acta.pdf', 'Firmar como revisado');
    await mine.panel(RISK).getByTitle('Revisado por Claudia Restrepo').waitFor();
    await mine.panel(RISK).getByRole('button', { name: 'Acciones de Acta.pdf' }).click();
    await mine.page.getByRole('menuitem', { name: 'Descargar' }).waitFor();
    await expect.poll(() => mine.page.getByRole('menuitem', { name: 'Quitar' }).count()).toBe(0);
  });

  it('may be dropped on the worksheet and pasted into it', async () => {
    const panel = await openFiles(mine);
    const dropped = await carried(mine, 'Extracto.pdf', 'application/pdf', pdfOf());
    await panel.dispatchEvent('dragover', { dataTransfer: dropped });
    await panel.getByText('Suelte aquí los archivos').waitFor();
    await panel.dispatchEvent('drop', { dataTransfer: dropped });
    await named(mine, 'Extracto.pdf').waitFor();

    const pasted = await carried(mine, 'image.png', 'image/png', DOT);
    await panel.evaluate((element, clipboardData) => {
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    }, pasted);
    await panel.getByRole('button', { name: /^Captura [\d-]+ [\d.]+\.png$/ }).waitFor();
  });

  it('of kinds that nobody takes are refused in words, and so is one that lies about its own', async () => {
    const panel = await openFiles(mine);
    await choose(mine, 'programa.exe', Buffer.from('MZ'));
    await panel.getByText('Este tipo de archivo no se acepta.').waitFor();
    await choose(mine, 'Falso.pdf', DOT);
    await panel.getByText('El contenido del archivo no corresponde a su extensión.').waitFor();
    await panel.getByRole('button', { name: 'Quitar Falso.pdf de la lista' }).click();
    await panel.getByText('Falso.pdf').waitFor({ state: 'hidden' });
  });

  it('are found in the evidence index, which leads to their worksheet', async () => {
    await openFiles(mine);
    await choose(mine, 'Acta.pdf', pdfOf());
    await named(mine, 'Acta.pdf').waitFor();
    // A list of so few files has no search of its own until one is asked for.
    await theirs.page.goto(
      `${claudia.url}/auditorias/plan/?auditoria-id=${audit}&panel=evidencias&evidencias.q=duplicados`,
    );
    const index = theirs.panel(EVIDENCE);
    await index.getByRole('button', { name: 'Acta.pdf', exact: true }).waitFor();
    expect(await index.getByRole('searchbox').inputValue()).toBe('duplicados');
    expect(await axeFaults(theirs.page)).toEqual([]);
    await index.getByRole('button', { name: new RegExp(`Abrir la hoja de .*${RISK}`) }).click();
    await theirs.panel(RISK).waitFor();
  });

  it('are downloaded by a page of their own', async () => {
    await openFiles(mine);
    await choose(mine, 'Acta ñ.pdf', pdfOf());
    await named(mine, 'Acta ñ.pdf').waitFor();
    const files = mine.page.waitForEvent('download');
    await does(mine, 'Acta ñ.pdf', 'Descargar');
    expect((await files).suggestedFilename()).toBe('Acta ñ.pdf');
  });
});

describe('an upload', () => {
  /** Bytes; uploaded in sixteen chunks. */
  const LARGE = 1_000_000;
  const attached = () => theirs.row(RISK).getByRole('button', { name: 'Un archivo adjunto' });

  it('is paused and goes on, while its person works elsewhere in the audit', async () => {
    const gate = await PieceGate.before(andres.context, 4);
    await openFiles(mine);
    await choose(mine, 'Extractos.pdf', pdfOf(LARGE));
    await progress(mine, 'Extractos.pdf').waitFor();
    await mine.panel(RISK).getByRole('button', { name: 'Cerrar', exact: true }).click();
    await expect.poll(() => percentOf(mine, 'Extractos.pdf')).toBeGreaterThan(20);
    await tray(mine).getByRole('button', { name: 'Pausar Extractos.pdf' }).click();
    await tray(mine)
      .getByText(/^En pausa/)
      .waitFor();
    gate.open();
    await tray(mine).getByRole('button', { name: 'Continuar Extractos.pdf' }).click();
    await attached().waitFor();
    await tray(mine).waitFor({ state: 'hidden' });
    await gate.remove();
  });

  it('waits while the network is gone, and goes on from where it was', async () => {
    const distant = await stage().enter('andres.murcia', { cable: true });
    if (!distant.cable) throw new Error('asked for a cable');
    const gate = await PieceGate.before(distant.context, 8);
    const far = await Plan.open(distant, audit);
    await openFiles(far);
    await choose(far, 'Extractos.pdf', pdfOf(LARGE));
    await expect.poll(() => percentOf(far, 'Extractos.pdf')).toBeGreaterThan(40);
    distant.cable.cut();
    // The next chunk meets a broken connection.
    gate.open();
    await far.header('Sin conexión').waitFor();
    gate.shut();
    const reached = await percentOf(far, 'Extractos.pdf');
    expect(reached).toBeLessThan(100);
    await expect.poll(() => attached().count()).toBe(0);

    distant.cable.mend();
    gate.open(3);
    await expect.poll(() => percentOf(far, 'Extractos.pdf')).toBeGreaterThan(reached);
    gate.open();
    await attached().waitFor();
    await named(far, 'Extractos.pdf').waitFor();
  });

  it('goes on by itself after a reload, and after the server was away', async () => {
    const gate = await PieceGate.before(andres.context, 3);
    await openFiles(mine);
    await choose(mine, 'Extractos.pdf', pdfOf(LARGE));
    await expect.poll(() => percentOf(mine, 'Extractos.pdf')).toBeGreaterThan(15);
    await mine.page.reload();
    await progress(mine, 'Extractos.pdf').waitFor();
    await expect.poll(() => percentOf(mine, 'Extractos.pdf')).toBeGreaterThan(15);

    const begun: string[] = [];
    const offsets: number[] = [];
    mine.page.on('request', (request) => {
      if (!request.url().includes('/api/adjuntos')) return;
      if (request.method() === 'POST') begun.push(request.url());
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await stage().restart(async () => gate.open());
    await theirs.page.reload();
    await attached().waitFor();
    await tray(mine).waitFor({ state: 'hidden' });
    // Chunks that had arrived before the server was killed are not sent again.
    expect(begun).toEqual([]);
    expect(Math.min(...offsets)).toBeGreaterThan(0);
    await gate.remove();
  });
});
