import { treeItemView, type TreeItemView } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { enters } from './support/written-text.ts';

const stage = stageOfThisFile();
const RISK = 'Pagos sin soporte';
const LABEL = 'Descripción';

const revisions = z.object({
  revisiones: z.array(
    z.object({ rev: z.number(), version: z.number(), autores: z.array(z.object({ name: z.string() })) }),
  ),
});

describe('the texts of a worksheet as they were', () => {
  it('are read in the past, compared with now, and brought back while somebody else writes', async () => {
    const audit = await stage().newAudit({ name: 'Tesorería', risks: [RISK] });
    const find = (items: readonly TreeItemView[]): TreeItemView | undefined =>
      items.flatMap((one) => (one.item_tipo === 'HT_RIESGO' ? [one] : (find(one.items) ?? []))).at(0);
    const base = `/proyecto/riesgo/auditoria/${audit}/tree/`;
    const risk = find(await stage().call('andres.murcia', base, z.array(treeItemView)))?.id ?? '';
    const revised = () =>
      stage()
        .call('andres.murcia', `${base}${risk}/textos/description/revisiones/`, revisions)
        .then(({ revisiones }) => revisiones);
    const cut = async (rev: number) => await expect.poll(async () => (await revised())[0]?.rev).toBe(rev);

    const mine = await Plan.open(await stage().enter('andres.murcia'), audit);
    await mine.focus(RISK);
    await mine.press('Enter');
    const field = mine.panel(RISK).getByRole('textbox', { name: LABEL, exact: true });
    await enters(field);
    await mine.type('El tesorero paga sin factura.');
    await cut(1);
    const [first] = await revised();
    await field.click();
    await mine.press('Control+a');
    await mine.type('El tesorero paga con factura.');
    await cut(2);

    const claudia = await stage().enter('claudia.restrepo');
    const { page } = claudia;
    const at = (version: number) =>
      page.goto(
        `${claudia.url}/auditorias/plan/?auditoria-id=${audit}&version=${version}&contra=ahora&hoja-id=${risk}`,
      );
    const sheet = page.getByRole('dialog', { name: RISK });
    const text = sheet.getByRole('article', { name: LABEL });
    await at(first!.version);
    await text.getByText('Nadie lo había escrito aún.').waitFor();
    await page.getByRole('tree').getByText('Cambió después').first().waitFor();

    await page.getByRole('button', { name: 'Cambio siguiente' }).click();
    await text.getByText('El tesorero paga sin factura.').waitFor();
    await text.getByRole('deletion').filter({ hasText: 'sin' }).waitFor();
    await text.getByRole('insertion').filter({ hasText: 'con' }).waitFor();
    await page.getByRole('complementary', { name: 'Diferencias' }).getByText('Cambió un texto').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await text.getByRole('button', { name: `Recuperar este texto: ${LABEL}` }).click();
    await field.filter({ hasText: 'El tesorero paga sin factura.' }).waitFor();
    await expect.poll(() => field.innerText()).toBe('El tesorero paga sin factura.');
    await text.getByText('Qué cambió después').waitFor({ state: 'detached' });
    await cut(3);
    const [third] = await revised();
    expect(third).toMatchObject({ rev: 3, autores: [{ name: 'Claudia Restrepo' }] });
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
