import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
const quiet = { reducedMotion: 'reduce' } as const;

async function openSummary(plan: Plan): Promise<void> {
  await plan.page.getByRole('navigation', { name: 'Módulos de la auditoría' }).getByText('Resumen').click();
  await plan.page.getByRole('heading', { name: 'Calificación y conclusión' }).waitFor();
}
const cardOf = ({ page }: Plan, name: string) => page.getByRole('region', { name, exact: true });

async function write(plan: Plan, rating: string | null, text: string): Promise<void> {
  const card = cardOf(plan, 'Calificación y conclusión');
  await card.getByRole('button', { name: /^(Calificar y concluir|Editar)$/ }).click();
  const dialog = plan.page.getByRole('dialog', { name: 'Calificación y conclusión' });
  if (rating !== null) {
    await dialog.getByRole('combobox', { name: 'Calificación' }).click();
    await plan.page.getByRole('option', { name: rating, exact: true }).click();
  }
  await dialog.getByLabel('Conclusión').fill(text);
  expect(await axeFaults(plan.page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('the end of an audit, seen by two', () => {
  it('is deleted under the eyes of another user, who may not restore it, and comes back', async () => {
    const audit = await stage().newAudit({ name: 'Creada dos veces', risks: ['Ventas sin autorización'] });
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo', quiet),
      stage().enter('andres.murcia', quiet),
    ]);
    const [plan, other] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
    const { page } = plan;
    await page.getByRole('button', { name: 'Estado: Sin iniciar', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Eliminar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Eliminar la auditoría' });
    await dialog.getByLabel('Motivo').fill('Se creó dos veces');
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Eliminar', exact: true }).click();

    const gone = other.page.getByText(/^Claudia .* eliminó esta auditoría$/);
    await gone.waitFor();
    expect(await axeFaults(other.page)).toEqual([]);
    await expect.poll(() => other.page.getByRole('button', { name: 'Restaurar' }).count()).toBe(0);
    await other.page.getByRole('link', { name: 'Ver la papelera' }).click();
    const row = other.page.getByRole('row', { name: /Creada dos veces/ });
    await row.getByText('30 días').waitFor();
    expect(await axeFaults(other.page)).toEqual([]);
    await expect.poll(() => row.getByRole('button').count()).toBe(0);

    await page.getByRole('link', { name: 'Ver la papelera' }).click();
    await page.getByRole('button', { name: 'Restaurar Creada dos veces' }).click();
    await page.getByText('Se restauró «Creada dos veces»').first().waitFor();
    await row.waitFor({ state: 'hidden' });
    await other.page.goBack();
    await other.tree.getByRole('treeitem').first().waitFor();
  });

  it('is rated and concluded by its leader, signed by a manager, and loses the signature by a change', async () => {
    const audit = await stage().newAudit({ name: 'Con conclusión', risks: ['Ventas sin autorización'] });
    const [claudia, andres] = await Promise.all([
      stage().enter('claudia.restrepo', quiet),
      stage().enter('andres.murcia', quiet),
    ]);
    const [plan, other] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
    await Promise.all([openSummary(plan), openSummary(other)]);
    await write(other, 'Deficiente', 'Faltan controles.\n\nConviene reforzarlos.');
    expect(
      await cardOf(other, 'Calificación y conclusión')
        .getByRole('button', { name: 'Firmar conclusión' })
        .count(),
    ).toBe(0);

    const card = cardOf(plan, 'Calificación y conclusión');
    await card.getByText('Deficiente').waitFor();
    await card.getByText(/Conviene reforzarlos/).waitFor();
    await card.getByRole('button', { name: 'Firmar conclusión' }).click();
    const asked = plan.page.getByRole('dialog', { name: 'Firmar conclusión' });
    await asked.getByRole('button', { name: 'Firmar conclusión' }).click();
    await cardOf(other, 'Calificación y conclusión')
      .getByText(/^Firmó Claudia/)
      .waitFor();
    expect(await axeFaults(other.page)).toEqual([]);

    await write(other, null, 'Faltan dos controles.');
    await card.getByText('Sin firmar').waitFor();
    const changes = cardOf(plan, 'Últimos cambios');
    await changes.getByText(/dejó sin efecto la firma de Claudia .* en la conclusión/).waitFor();
  });

  it('has a summary whose figures open what they count', async () => {
    const andres = await stage().enter('andres.murcia', quiet);
    const plan = await Plan.open(andres, await stage().auditNamed('Compras y pagos'));
    const { page } = plan;
    await openSummary(plan);
    await cardOf(plan, 'Estado y fechas')
      .getByText(/^(Quedan? |Termina|\d+ días? de atraso|Un día)/)
      .first()
      .waitFor();
    await cardOf(plan, 'Horas y costo')
      .getByText(/^Presupuesto ejecutado:/)
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const controls = cardOf(plan, 'Estados por tipo').getByRole('row', { name: /^Control / });
    const count = Number(await controls.getByRole('cell').last().innerText());
    await controls.getByRole('cell').last().getByRole('link').click();
    await plan.tree.getByRole('treeitem').first().waitFor();
    await expect.poll(() => page.url()).toContain('f.tipo=control');
    await expect.poll(() => plan.tree.getByText(/^C-\d/).count()).toBeLessThanOrEqual(count);
    await page.goBack();
    await cardOf(plan, 'Hallazgos por impacto').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Hallazgos' }).first().waitFor();
  });

  it('shows a junior their own hours, and nobody’s cost', async () => {
    const laura = await stage().enter('laura.pineda', quiet);
    const plan = await Plan.open(laura, await stage().auditNamed('Compras y pagos'));
    await openSummary(plan);
    const card = cardOf(plan, 'Horas y costo');
    await card
      .getByText(/Laura|Usted no tiene horas/)
      .first()
      .waitFor();
    await expect.poll(() => card.getByText('Costo presupuestado').count()).toBe(0);
    await expect.poll(() => card.getByText('Andrés').count()).toBe(0);
  });
});
