import { changedTreeItem, treeItemView } from '@cotejo/audits-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

type Item = z.infer<typeof treeItemView>;
const flat = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.items)]);

describe('an audit as its leader follows it', () => {
  let audit: string;
  let risk: string;

  beforeAll(async () => {
    audit = await stage().newAudit({
      name: 'Tesorería',
      risks: ['Giros no autorizados'],
      auditors: ['laura.pineda'],
    });
    const tree = await stage().call(
      'andres.murcia',
      `/proyecto/riesgo/auditoria/${audit}/tree/`,
      z.array(treeItemView),
    );
    risk = flat(tree).find(({ item_tipo }) => item_tipo === 'HT_RIESGO')?.id ?? '';
  });

  const act = (who: string, action: string, body: object) =>
    stage().call(who, `/proyecto/riesgo/auditoria_treeitem/${risk}/${action}/`, changedTreeItem, body);

  it('moves on the summary while others work, without a reload', async () => {
    const andres = await stage().enter('andres.murcia');
    const { page, url } = andres;
    await page.goto(`${url}/auditorias/plan/?auditoria-id=${audit}&vista=resumen`);
    await page.getByText('0 de 7').first().waitFor();
    await page.getByText('Nadie más está en esta auditoría ahora').waitFor();

    const laura = await Plan.open(await stage().enter('laura.pineda'), audit);
    const people = page.getByRole('list', { name: 'Quién está trabajando' });
    await people.getByText('Laura Pineda').waitFor();

    await act('laura.pineda', 'values', { valores: { probability: 5, impact: 5 } });
    const chip = page.getByRole('button', { name: /Giros no autorizados: inherente 25 alto/ });
    await chip.waitFor();
    const execution = page.getByRole('progressbar', { name: 'Progreso de Ejecución' });
    const isAt = async (percent: string) =>
      await expect.poll(() => execution.getAttribute('aria-valuenow')).toBe(percent);
    await isAt('40');
    await act('laura.pineda', 'completado', {});
    await isAt('85');
    await page.getByText('12,1 %').first().waitFor();
    await page.getByText('1 de 7').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await chip.click();
    await page.getByRole('dialog', { name: 'Giros no autorizados' }).waitFor();
    await laura.page.close();
  });

  it('moves on the list of audits, too', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(url);
    const row = page.getByRole('row').filter({ hasText: 'Tesorería' });
    await row.getByText('1/7').waitFor();
    await row.getByText('12,1').waitFor();
    await act('andres.murcia', 'revisado', {});
    await row.getByText('14,3').waitFor();
    await expect
      .poll(() =>
        row
          .locator('[title]')
          .filter({ has: page.getByRole('progressbar') })
          .getAttribute('title'),
      )
      .toContain('Revisado 1');
    expect(await axeFaults(page)).toEqual([]);
  });

  it('tells on the list who is working where, and lets go of who leaves', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(url);
    const row = page.getByRole('row').filter({ hasText: 'Tesorería' });
    await row.waitFor();
    const there = row.getByRole('group', { name: 'Quién está en Tesorería' });
    const sees = (where: string) => there.getByRole('button', { name: where, exact: true }).waitFor();
    const laura = await Plan.open(await stage().enter('laura.pineda'), audit);
    await sees('Laura Pineda · en el plan');
    await laura.focus('Giros no autorizados');
    await laura.press('Enter');
    await sees('Laura Pineda · R-001 Giros no autorizados');
    await laura.panel('Giros no autorizados').getByLabel('Fecha inicial').focus();
    await sees('Laura Pineda · R-001 Giros no autorizados · Fecha inicial');
    const andres = await Plan.open(await stage().enter('andres.murcia'), audit);
    await sees('Andrés Murcia · en el plan');
    expect(await axeFaults(page)).toEqual([]);
    await laura.page.close();
    await expect.poll(() => there.getByRole('button').count()).toBe(1);
    await andres.page.close();
    await there.waitFor({ state: 'detached' });
  });

  it('tells in the tree where a figure comes from', async () => {
    const plan = await Plan.open(await stage().enter('andres.murcia'), audit);
    const figure = plan.row('Giros no autorizados').getByRole('img', { name: 'Inherente: 25 Alto' });
    await figure.hover();
    await plan.page.getByRole('tooltip').getByText('Probabilidad 5 × impacto 5 = 25').waitFor();
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
