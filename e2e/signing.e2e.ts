import { changedTreeItem } from '@cotejo/audits-contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults } from './support/axe-faults.ts';
import { Plan } from './support/plan.ts';
import { itemsOf } from './support/plan-items.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let claudia: Person;
let andres: Person;
beforeAll(async () => {
  [claudia, andres] = await Promise.all([
    stage().enter('claudia.restrepo', { reducedMotion: 'reduce' }),
    stage().enter('andres.murcia', { reducedMotion: 'reduce' }),
  ]);
});

const add = async (audit: string, item_tipo: string, nombre: string, parent: string | undefined) => {
  const path = `/proyecto/riesgo/auditoria/${audit}/tree/`;
  return stage().call('andres.murcia', path, z.object({ id: z.string() }), { item_tipo, nombre, parent });
};
const write = (id: string | undefined, valores: object) =>
  stage().call('andres.murcia', `/proyecto/riesgo/auditoria_treeitem/${id}/values/`, changedTreeItem, {
    valores,
  });

async function choose(plan: Plan, names: readonly string[]): Promise<void> {
  for (const name of names)
    await plan
      .row(name)
      .getByTitle(name, { exact: true })
      .click({ modifiers: ['Control'] });
}

const BAR = 'Elementos seleccionados';

/** Signs selected rows; the selection survives the dialog. */
async function askToSign(plan: Plan, names: readonly string[]) {
  if ((await plan.page.getByRole('toolbar', { name: BAR }).count()) === 0) await choose(plan, names);
  await plan.page.getByRole('toolbar', { name: BAR }).getByRole('button', { name: 'Firmar…' }).click();
  return plan.page.getByRole('dialog', { name: `Firmar ${names.length} elementos` });
}

const signaturesOf = (plan: Plan, name: string) =>
  plan.row(name).getByRole('img', { name: /completado|revisado/i });

describe('two people sign a selection', () => {
  it('each by itself: what lacks something says so, the rest is signed and seen at once', async () => {
    const [SIGNED, BARE, NEW] = ['Pagos duplicados', 'Reejecución de pagos', 'Doble aprobación'];
    const audit = await stage().newAudit({ name: 'Por firmar', risks: [SIGNED] });
    const risk = (await itemsOf(stage(), audit)).find(({ _nombre }) => _nombre === SIGNED);
    const control = await add(audit, 'HT_CONTROL', NEW, risk?.id);
    const test = await add(audit, 'HT_CONTROL_TEST', BARE, control.id);
    await write(risk?.id, { probability: 3, impact: 5 });
    await write(test.id, { execution: 5 });
    const [reviewer, author] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);

    const dialog = await askToSign(author, [SIGNED, NEW, BARE]);
    await dialog.getByText('Doble aprobación').waitFor();
    await dialog.getByText(/De «Nuevo» no se puede pasar a «Completado»\. Primero/).waitFor();
    expect(await axeFaults(author.page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Firmar (2)' }).click();
    await dialog.getByText('Se firmó uno: Completado.').waitFor();
    await dialog.getByText('Falta al menos una instrucción').waitFor();
    expect(await axeFaults(author.page, '[role=dialog]')).toEqual([]);

    const ofRisk = signaturesOf(reviewer, SIGNED);
    const bar = reviewer.row(SIGNED).getByRole('progressbar');
    await expect.poll(() => ofRisk.getAttribute('aria-label')).toContain('Andrés Murcia');
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('41.7');

    // A second signature joins the first, and only work completed by others is reviewed.
    await author.page.keyboard.press('Escape');
    const second = await askToSign(reviewer, [SIGNED, BARE]);
    await second.getByRole('button', { name: 'Firmar (2)' }).click();
    await second.getByText('Se firmó uno: Completado.').waitFor();
    await expect
      .poll(() => signaturesOf(author, SIGNED).getAttribute('aria-label'))
      .toMatch(/Andrés Murcia, Claudia Restrepo/);

    await second.getByRole('button', { name: 'Retirar esta firma' }).click();
    await second.getByText('Se retiró una firma: Completado.').waitFor();
    await second.getByRole('button', { name: 'Listo' }).click();
    const review = await askToSign(reviewer, [BARE, SIGNED]);
    await review.getByRole('radio', { name: 'Revisado (1 de 2)' }).check();
    await review.getByRole('button', { name: 'Firmar', exact: true }).click();
    await review.getByText('Se firmó uno: Revisado.').waitFor();
    await expect
      .poll(() => author.row(SIGNED).getByRole('progressbar').getAttribute('aria-valuenow'))
      .toBe('46.7');
    await expect
      .poll(() => signaturesOf(author, SIGNED).getAttribute('aria-label'))
      .toContain('Claudia Restrepo');
  });

  it('in an ICCE audit a mark follows the status, which one button brings about', async () => {
    const audit = await stage().newAudit({ name: 'Control interno', record: 'icce' });
    const phase = await add(audit, 'GR_FASE', 'Ejecución', undefined);
    const step = await add(audit, 'HT_PASO', 'Revisar manual', phase.id);
    await write(step.id, { [`instruction.${crypto.randomUUID()}.place`]: 'a0' });
    const [reviewer, author] = await Promise.all([Plan.open(claudia, audit), Plan.open(andres, audit)]);
    await author.focus('Revisar manual');
    await author.press('Enter');
    const panel = author.panel('Revisar manual');
    await panel.getByRole('button', { name: 'Marcar completado' }).click();
    await author.page.getByText(/la firma sigue al estado/).waitFor();
    await author.page.getByRole('button', { name: 'Pasar a «Completado» y firmar' }).click();
    await panel.getByRole('button', { name: 'Completado por Andrés Murcia' }).waitFor();
    await expect
      .poll(() => reviewer.row('Revisar manual').getByRole('progressbar').getAttribute('aria-valuenow'))
      .toBe('100');
  });
});
