import { beforeAll, describe, expect, it } from 'vitest';
import { changedTree } from '@cotejo/audits-contracts';
import { z } from 'zod';
import { AuditWizard } from './support/audit-wizard.ts';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf, newPlan } from './support/plan-items.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;

beforeAll(async () => {
  claudia = await stage().enter('claudia.restrepo');
});

describe('records of other kinds', () => {
  it('an ICCE audit begins with its wizard', async () => {
    const { page } = claudia;
    const creation = await AuditWizard.open(claudia);
    await creation.step.getByRole('radio', { name: 'ICCE' }).check();
    await creation.goTo('Datos generales');
    await creation.step.getByRole('textbox', { name: 'Nombre' }).fill('Control interno contable');
    await creation.nextIs('Revise antes de crear');
    await creation.create();
    const wizard = page.getByRole('region', { name: 'Nueva auditoría ICCE' });
    await wizard.getByRole('textbox', { name: 'Nombre de la fase 1' }).fill('Ejecución');
    expect(await axeFaults(page, '[aria-label="Nueva auditoría ICCE"]')).toEqual([]);
    await wizard.getByRole('button', { name: 'Siguiente' }).click();
    await wizard
      .getByRole('textbox', { name: 'Pasos de «Ejecución»' })
      .fill('Revisar manual\nConfirmar saldos');
    await wizard.getByRole('button', { name: 'Siguiente' }).click();
    await wizard.getByRole('list', { name: 'Ejecución' }).getByText('Confirmar saldos').waitFor();
    await wizard.getByRole('button', { name: 'Crear 3 elementos' }).click();
    await expect
      .poll(() => Plan.outlineOf(page.getByRole('tree')))
      .toEqual(['Ejecución', '  Revisar manual', '  Confirmar saldos']);
  });

  it('a library’s risk is described there; copied from there its name is locked', async () => {
    const { page } = claudia;
    await page.goto(`${claudia.url}/evaluacion-analisis-de-riesgos/`);
    await page.getByRole('heading', { name: 'Evaluación y análisis de riesgos' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Nueva evaluación' }).first().click();
    const create = page.getByRole('dialog', { name: 'Nueva evaluación' });
    await create.getByRole('radio', { name: 'Biblioteca de riesgos' }).check();
    await create.getByRole('textbox', { name: 'Nombre' }).fill('Riesgos de compras');
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await create.getByRole('button', { name: 'Crear', exact: true }).click();
    await page.waitForURL(/evaluacion-id=/);
    const library = new URL(page.url()).searchParams.get('evaluacion-id') ?? '';
    const created = await stage().call(
      'claudia.restrepo',
      `/proyecto/riesgo/evaluacion/${library}/tree/`,
      z.object({ id: z.string() }),
      { item_tipo: 'HT_RIESGO', nombre: 'Cohecho' },
    );
    await page.getByRole('treeitem').filter({ hasText: 'Cohecho' }).getByTitle('Cohecho').click();
    const panel = page.getByRole('dialog', { name: 'Cohecho' });
    await panel
      .getByRole('textbox', { name: 'Factores de riesgo' })
      .fill('Presión comercial\nControles débiles');
    await page.keyboard.press('Tab');
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await page.reload();
    await expect
      .poll(() => panel.getByRole('textbox', { name: 'Factores de riesgo' }).inputValue())
      .toBe('Presión comercial\nControles débiles');

    const target = await newPlan(stage(), 'Compras con biblioteca');
    const items = await itemsOf(stage(), target);
    const parent = items.find(({ _nombre }) => _nombre === 'Pagos')?.id;
    await stage().call(
      'claudia.restrepo',
      `/proyecto/plan/auditoria/${target}/actions/riesgos/`,
      changedTree,
      { riesgo_ids: [created.id], parent },
    );
    const opened = await Plan.open(claudia, target);
    await opened.row('Cohecho').getByTitle('Cohecho').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Renombrar' }).getByText('viene de la biblioteca').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });
});
