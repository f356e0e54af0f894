import { auditDetail, changedTreeItem } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf } from './support/plan-items.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { openSheet, says, text, writes } from './support/written-text.ts';

const stage = stageOfThisFile();
const RISK = 'Ventas sin autorización';

const statusMenu = (plan: Plan, status: string) =>
  plan.page.getByRole('button', { name: `Estado: ${status}`, exact: true });

async function choose(plan: Plan, status: string, action: string): Promise<void> {
  await statusMenu(plan, status).click();
  await plan.page.getByRole('menuitem', { name: action, exact: true }).click();
}

describe('the lifecycle of an audit, seen by two', () => {
  it('is started, closed for a reason, reopened, postponed, and taken back', async () => {
    const audit = await stage().newAudit({ name: 'De principio a fin', risks: [RISK] });
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
      stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
    ]);
    const [plan, other] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
    const { page } = plan;

    await choose(plan, 'Sin iniciar', 'Iniciar');
    await page.getByText(/Faltan por declarar su independencia: .*Andrés Murcia/).waitFor();
    await statusMenu(other, 'En proceso').waitFor();

    // What stands in the way is counted as it changes, and leads to its row.
    await choose(other, 'En proceso', 'Radiografía…');
    const check = other.page.getByRole('dialog', { name: 'Radiografía', exact: true });
    const counted = check.getByText(/^\d+ elementos sin completar$/);
    const before = Number.parseInt(await counted.innerText(), 10);
    expect(await axeFaults(other.page, '[role=dialog]')).toEqual([]);
    const phase = (await itemsOf(stage(), audit)).find(({ _nombre }) => _nombre === 'Ejecución');
    await stage().call(
      'claudia.restrepo',
      `/proyecto/riesgo/auditoria/${audit}/tree/`,
      z.object({ id: z.string() }),
      { item_tipo: 'HT_PASO', nombre: 'Arqueo', parent: phase?.id },
    );
    await check.getByText(`${before + 1} elementos sin completar`).waitFor();
    await check.getByText('2 personas del equipo sin declarar su independencia').waitFor();
    const toConclusion = check.getByRole('link', { name: 'Ver la conclusión' });
    expect(await toConclusion.getAttribute('href')).toContain('vista=resumen');
    await check.getByRole('link', { name: RISK }).click();
    await other.panel(RISK).waitFor();
    await check.waitFor({ state: 'hidden' });

    await choose(plan, 'En proceso', 'Cerrar…');
    const closing = page.getByRole('dialog', { name: 'Cerrar la auditoría' });
    await closing.getByText('Impide el cierre').waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    const submit = closing.getByRole('button', { name: 'Cerrar la auditoría' });
    await submit.click();
    await closing
      .getByText(/Queda trabajo pendiente en la auditoría/)
      .first()
      .waitFor();
    await closing.getByLabel(/Motivo para cerrarla/).fill('Fin del contrato');
    await submit.click();
    await closing.waitFor({ state: 'hidden' });

    const notice = other.page.getByText(/^Esta auditoría está cerrada/);
    await notice.waitFor();
    await expect.poll(() => notice.count()).toBe(1);
    await other.page.getByText('Solo lectura', { exact: true }).first().waitFor();
    // A leader reopens nothing: to them the status is a word.
    await expect.poll(() => statusMenu(other, 'Cerrada').count()).toBe(0);

    await choose(plan, 'Cerrada', 'Reabrir…');
    const reopening = page.getByRole('dialog', { name: 'Reabrir la auditoría' });
    await reopening.getByLabel('Motivo').fill('Faltó una prueba');
    await reopening.getByRole('button', { name: 'Reabrir la auditoría' }).click();
    await statusMenu(other, 'En proceso').waitFor();
    await notice.waitFor({ state: 'hidden' });

    const year = async () =>
      (await stage().call('claudia.restrepo', `/proyecto/riesgo/auditoria/${audit}/`, auditDetail))
        .ano_auditoria;
    const first = await year();
    await choose(plan, 'En proceso', 'Aplazar…');
    const postponing = page.getByRole('dialog', { name: 'Aplazar la auditoría' });
    await postponing.getByRole('combobox', { name: /Año nuevo/ }).click();
    await page.getByRole('option', { name: String(first + 1) }).click();
    await postponing.getByRole('button', { name: 'Aplazar la auditoría' }).click();
    await statusMenu(other, 'Aplazada').waitFor();
    await expect.poll(year).toBe(first + 1);

    await choose(other, 'Aplazada', 'Deshacer el aplazamiento');
    await statusMenu(plan, 'En proceso').waitFor();
    await expect.poll(year).toBe(first);

    const history = await plan.openPanel('Historial de cambios');
    await history.getByText(/cerró la auditoría\. Motivo: Fin del contrato/).waitFor();
    await history.getByText(/deshizo el aplazamiento/).waitFor();
  });

  it('shows completed work without evidence until a file is attached', async () => {
    const STEP = 'Arqueo de caja';
    const audit = await stage().newAudit({ name: 'Sin soportes' });
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
      stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
    ]);
    const phase = (await itemsOf(stage(), audit)).find(({ _nombre }) => _nombre === 'Ejecución');
    const { id } = await stage().call(
      'andres.murcia',
      `/proyecto/riesgo/auditoria/${audit}/tree/`,
      z.object({ id: z.string() }),
      { item_tipo: 'HT_PASO', nombre: STEP, parent: phase?.id },
    );
    const act = (action: string, body: object) =>
      stage().call(
        'andres.murcia',
        `/proyecto/riesgo/auditoria_treeitem/${id}/${action}/`,
        changedTreeItem,
        body,
      );
    await act('values', { valores: { [`instruction.${crypto.randomUUID()}.place`]: 'a0' } });
    await act('completado', {});
    const [plan, other] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);

    await choose(plan, 'En proceso', 'Radiografía…');
    const check = plan.page.getByRole('dialog', { name: 'Radiografía', exact: true });
    const warning = check.getByText('Una prueba o paso completo sin evidencia');
    await warning.waitFor();
    await check.getByRole('link', { name: STEP }).click();
    await plan.panel(STEP).waitFor();
    await choose(plan, 'En proceso', 'Radiografía…');
    await warning.waitFor();

    await other.focus(STEP);
    await other.press('Enter');
    await other
      .panel(STEP)
      .getByRole('tab', { name: /^Adjuntos/ })
      .click();
    await other
      .panel(STEP)
      .locator('input[data-for=attach]')
      .first()
      .setInputFiles({ name: 'acta.txt', mimeType: 'text/plain', buffer: Buffer.from('Acta del arqueo') });
    await warning.waitFor({ state: 'hidden' });

    // A new file voids the signature: signed again, the step has its evidence.
    const unsigned = check.getByText(/elementos? sin completar$/);
    const before = await unsigned.innerText();
    await act('completado', {});
    await expect.poll(() => unsigned.innerText()).not.toBe(before);
    await expect.poll(() => warning.count()).toBe(0);
  });

  it('is closed while another writes: the words are kept, and the writer is told', async () => {
    const audit = await stage().newAudit({ name: 'Cerrada a mitad de frase', risks: [RISK] });
    const andres = await stage().enter('andres.murcia', { reducedMotion: 'reduce', cable: true });
    const mine = await Plan.open(andres, audit);
    const sheet = await openSheet(mine, RISK);
    const field = text(sheet, 'Descripción');
    const act = (accion: string, motivo?: string) =>
      stage().call('claudia.restrepo', `/proyecto/riesgo/auditoria/${audit}/estado/`, z.unknown(), {
        accion,
        motivo,
      });
    const close = () => act('cerrar', 'Fin del contrato');
    const notice = mine.page.getByText(/^Esta auditoría está cerrada/);
    await act('iniciar');
    await writes(mine, field, 'Antes.');
    await says(sheet.getByRole('status'), 'Guardado');

    await mine.type(' Una frase');
    const typing = mine.page.keyboard.type(' que sigue mientras se cierra la auditoría', { delay: 20 });
    await close();
    await notice.waitFor();
    await typing;
    await sheet
      .getByText(/Antes\. Una frase/)
      .first()
      .waitFor();
    await mine.page.reload();
    await sheet
      .getByText(/Antes\. Una frase/)
      .first()
      .waitFor();

    // Without a network, the words wait in the browser and say why they were not taken.
    await act('reabrir', 'Faltó una prueba');
    await notice.waitFor({ state: 'hidden' });
    await writes(mine, field, ' Después.');
    await says(sheet.getByRole('status'), 'Guardado');
    andres.cable?.cut('rooms');
    await mine.header('Sin conexión').waitFor();
    await writes(mine, field, ' Sin red.');
    await says(sheet.getByRole('status'), 'lo escrito está a salvo en este navegador');
    await close();
    andres.cable?.mend();
    await notice.waitFor();
    await sheet
      .getByRole('region', { name: 'Borrador de Descripción' })
      .getByText(/ Sin red\./)
      .waitFor();
  });

  it('leaves no complaint on the console', () => {
    // A refused closing is an answer of the server's that the browser notes.
    expect(
      stage()
        .complaints()
        .filter((one) => !one.includes('409')),
    ).toEqual([]);
  });
});
