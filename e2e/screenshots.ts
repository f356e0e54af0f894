import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { sampleCatalogue } from '../libs/worksheets/domain/src/oscal/sample-catalogue.ts';
import { accessScreens } from './screenshots-of-access.ts';
import { AuditWizard } from './support/audit-wizard.ts';
import { nextFrame, Plan } from './support/plan.ts';
import { Stage, type EnterOptions, type Person } from './support/stage.ts';
import { Trash } from './support/trash.ts';
import { WORKSHEETS, WorksheetScreens } from './support/worksheet-screens.ts';

/** Without motion, so that highlights of recent changes stay. */
const STILL: EnterOptions = { reducedMotion: 'reduce' };
const DEMO = 'Compras y pagos';

/** The picture of the README: three users at work, seen by the manager with the change log open. */
async function pictureOfPlan(stage: Stage, folder: string): Promise<void> {
  const audit = await stage.auditNamed(DEMO);
  const [claudia, laura, oscar] = await Promise.all([
    stage.enter('claudia.restrepo', STILL),
    stage.enter('laura.pineda', STILL),
    stage.enter('oscar.benitez', STILL),
  ]);
  const seen = await Plan.open(claudia, audit);
  await seen.page.getByRole('button', { name: 'Entendido, no mostrar más' }).click();
  for (const branch of [
    'Planeación',
    'Selección de proveedores',
    'Compras',
    'Recepción',
    'Pagos duplicados o no autorizados',
    'Corte contable',
    'Retenciones DIAN',
  ]) {
    await seen.focus(branch);
    await seen.press('ArrowLeft');
  }
  await seen.openPanel('Historial de cambios');

  const byLaura = await Plan.open(laura, audit);
  const byOscar = await Plan.open(oscar, audit);
  await setStatus(byLaura, 'pv-03', 'Reejecución de 59 cambios', 'Completado', 'En proceso');
  await setStatus(byOscar, 'pv-10', 'Cruce de perfiles asignados', 'Asignado', 'En proceso');
  await byOscar.focus('Segregación de funciones en el ERP');
  await setStatus(byLaura, 'cruzar', 'Cruzar pagos con órdenes y recepciones', 'En proceso', 'Completado');
  await byLaura.page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('C-003');
  await byLaura.focus('Confirmación por canal alterno');

  await here(seen, 'Confirmación por canal alterno', 'Laura').waitFor();
  await here(seen, 'Segregación de funciones en el ERP', 'Óscar').waitFor();
  await seen.page.mouse.move(0, 0);
  await seen.page.screenshot({ path: join(folder, 'plan.png') });
}

/** Presence avatar on a row; the assignee's name comes after it. */
const here = (plan: Plan, row: string, name: string): Locator =>
  plan.row(row).getByText(name, { exact: true }).first();

async function setStatus(plan: Plan, find: string, name: string, from: string, to: string): Promise<void> {
  await plan.page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill(find);
  await plan.page.getByRole('button', { name: `${name}: ${from}`, exact: true }).click();
  await plan.page.getByRole('menuitem', { name: to }).click();
  await plan.page.getByRole('button', { name: `${name}: ${to}`, exact: true }).waitFor();
}

/** All screens with their dialogs, in one colour scheme and width. */
async function everyScreen(stage: Stage, options: EnterOptions, shoot: Shoot): Promise<void> {
  const visitor = await stage.visitor(options);
  await visitor.page.goto(visitor.url);
  await visitor.page.getByLabel('Usuario').waitFor();
  await shoot(visitor.page, 'sign-in');
  await visitor.page.keyboard.type('andres.murcia');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.getByRole('alert').waitFor();
  await shoot(visitor.page, 'sign-in-refused');

  const claudia = await stage.enter('claudia.restrepo', options);
  const { page } = claudia;
  await page.goto(claudia.url);
  await page.getByText(DEMO, { exact: true }).first().waitFor();
  await shoot(page, 'list');
  const creation = await AuditWizard.open(claudia);
  await creation.goTo('Resumen');
  await creation.create();
  await page.getByText('Agregue al menos un proceso o un riesgo').waitFor();
  await shoot(page, 'create');
  await page.goto(claudia.url);
  await page.getByRole('button', { name: 'Importar catálogo' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'import');
  await importSample(page);
  await shoot(page, 'import-done');
  await page.getByRole('button', { name: 'Abrir el plan' }).click();
  await page.getByTitle('Doble aprobación', { exact: true }).click();
  await page.getByRole('dialog').getByRole('tab').first().waitFor();
  await shoot(page, 'step');
  await page.goto(`${claudia.url}/no-existe/`);
  await page.getByRole('heading', { name: 'Esta página no existe' }).waitFor();
  await shoot(page, 'not-found');
  await evaluations(claudia, shoot);
  await wizard(claudia, shoot);
  await plans(stage, options, shoot);
}

/** List of evaluations and libraries, the creation dialog, and a tree of each with its panels. */
async function evaluations({ page, url }: Person, shoot: Shoot): Promise<void> {
  const open = async (name: string) => {
    await page.goto(`${url}/evaluacion-analisis-de-riesgos/`);
    await page.getByRole('link', { name }).click();
    await page.getByRole('treeitem').first().waitFor();
  };
  await page.goto(`${url}/evaluacion-analisis-de-riesgos/`);
  await page.getByRole('link', { name: 'Biblioteca de riesgos' }).waitFor();
  await shoot(page, 'evaluations');
  await page.getByRole('button', { name: 'Nueva evaluación' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'evaluation-create');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await open('Evaluación de riesgos corporativa');
  await shoot(page, 'evaluation');
  await open('Biblioteca de riesgos');
  await shoot(page, 'library');
  await page.getByTitle('Pagos duplicados', { exact: true }).click();
  await page.getByRole('dialog').getByLabel('Factores de riesgo').waitFor();
  await shoot(page, 'library-risk');
}

/** The three steps of creating an ICCE audit. */
async function wizard(person: Person, shoot: Shoot): Promise<void> {
  const { page } = person;
  const creation = await AuditWizard.open(person);
  await creation.step.getByRole('radio', { name: 'ICCE' }).check();
  await creation.goTo('Datos generales');
  await creation.step.getByRole('textbox', { name: 'Nombre' }).fill('Control interno contable');
  await creation.nextIs('Revise antes de crear');
  await creation.create();
  const steps = page.getByRole('region', { name: 'Nueva auditoría ICCE' });
  await steps.getByRole('button', { name: 'Agregar otra fase' }).click();
  await steps.getByRole('textbox', { name: 'Nombre de la fase 2' }).fill('Informe');
  await shoot(page, 'wizard-phases');
  await steps.getByRole('button', { name: 'Siguiente' }).click();
  const lines = [
    'Revisar el manual de políticas',
    'Confirmar saldos con bancos',
    'Confirmar saldos con bancos',
  ];
  await steps.getByRole('textbox', { name: 'Pasos de «Ejecución»' }).fill(lines.join('\n'));
  await shoot(page, 'wizard-steps');
  await steps.getByRole('button', { name: 'Siguiente' }).click();
  await steps.getByRole('list', { name: 'Ejecución' }).waitFor();
  await shoot(page, 'wizard-look');
}

async function importSample(page: Page): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Archivo OSCAL' }).click(),
  ]);
  const buffer = Buffer.from(JSON.stringify(sampleCatalogue));
  await chooser.setFiles({ name: 'pagos.oscal.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const again = page.getByRole('button', { name: 'Importar otra vez' });
  const done = page.getByText(/Importación terminada/);
  await again.or(done).first().waitFor();
  if (await again.isVisible()) await again.click();
  await done.waitFor();
}

async function plans(stage: Stage, options: EnterOptions, shoot: Shoot): Promise<void> {
  const audit = await stage.auditNamed(DEMO);
  const andres = await stage.enter('andres.murcia', { ...options, cable: true });
  const laura = await stage.enter('laura.pineda');
  const plan = await Plan.open(andres, audit);
  const other = await Plan.open(laura, audit);
  const { page } = plan;
  await other.focus('Consulta en listas al vincular');
  // On phones the avatar is visible and the name is not.
  await here(plan, 'Consulta en listas al vincular', 'Laura').waitFor({ state: 'attached' });
  await shoot(page, 'plan');
  await plan.openActions('Debida diligencia SAGRILAFT');
  await shoot(page, 'plan-actions');
  await plan.press('Escape');
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  await page.getByRole('menu').waitFor();
  await shoot(page, 'plan-add');
  await plan.press('Escape');
  await page.getByRole('button', { name: /^Reejecución de consultas en listas: Nota/ }).click();
  await shoot(page, 'plan-status');
  await plan.press('Escape');
  const assigned = page.getByRole('button', { name: /^Debida diligencia SAGRILAFT: asignado/ });
  // On phones the column is hidden; the panel shows the assignee.
  if (await assigned.isVisible()) {
    await assigned.click();
    await shoot(page, 'plan-assign');
    await plan.press('Escape');
  }
  await plan.focus('Debida diligencia SAGRILAFT');
  await plan.press('F2');
  await shoot(page, 'plan-rename');
  await plan.press('Escape');
  await plan.focus('Debida diligencia SAGRILAFT');
  await plan.press('Control+Shift+M');
  await page.getByRole('dialog').waitFor();
  await plan.press('Escape');
  await shoot(page, 'move');
  await plan.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await plan.focus('Debida diligencia SAGRILAFT');
  await plan.press('Delete');
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'delete');
  await plan.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const close = () =>
    page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).first().click();
  await plan.focus('Consulta en listas al vincular');
  await plan.press('Enter');
  await plan.panel('Consulta en listas al vincular').waitFor();
  await shoot(page, 'panel-control');
  await close();
  await page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('H-06');
  await plan.focus('14 usuarios con funciones en conflicto');
  await plan.press('Enter');
  await plan.panel('14 usuarios con funciones en conflicto').waitFor();
  await shoot(page, 'panel-finding');
  await close();
  await page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('PV-07');
  await plan.chooseAction('Reejecución de consultas en listas', 'Notas de revisión');
  await plan.panel('Notas de revisión').getByText('Amplíe la muestra').waitFor();
  await shoot(page, 'notes');
  await close();
  await page.getByRole('textbox', { name: 'Filtrar por nombre o código' }).fill('nada se llama así');
  // The button exists above the tree and in its place.
  const clear = page.getByRole('button', { name: 'Quitar filtros' }).first();
  await clear.waitFor();
  await shoot(page, 'plan-no-match');
  await clear.click();
  await plan.openPanel('Historial de cambios');
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await shoot(page, 'history');
  await close();
  await refusals(stage, plan, andres.cable, shoot);
  await page.getByRole('button', { name: /cuenta y preferencias/ }).click();
  await page.getByRole('menu').waitFor();
  await shoot(page, 'user-menu');

  const guest = await stage.enter('hernan.duque', options);
  await Plan.open(guest, audit);
  await shoot(guest.page, 'plan-guest');
}

/** Offline work, part of which is refused afterwards. */
async function refusals(
  stage: Stage,
  plan: Plan,
  cable: { cut(): void; mend(): void } | null,
  shoot: Shoot,
): Promise<void> {
  const audit = await stage.newAudit({ name: 'Compras menores', processes: ['Compras', 'Pagos'] });
  await plan.reopen(audit);
  const claudia = await stage.enter('claudia.restrepo');
  const other = await Plan.open(claudia, audit);
  cable?.cut();
  await plan.header('Sin conexión').waitFor();
  await plan.rename('Compras', 'Compras mayores a 50 salarios mínimos');
  await plan.rename('Informe final', 'Informe definitivo');
  await shoot(plan.page, 'offline');
  await other.focus('Compras');
  await other.press('Delete');
  await other.page.getByRole('button', { name: 'Sí, Eliminar' }).click();
  await other.row('Compras').waitFor({ state: 'detached' });
  cable?.mend();
  await plan.page.getByRole('button', { name: /^Rechazados/ }).click();
  await plan.panel('Cambios rechazados').waitFor();
  await shoot(plan.page, 'tray');
  await plan.page.getByRole('dialog').getByRole('button', { name: 'Cerrar', exact: true }).first().click();
  const trash = await Trash.open(claudia, audit);
  await trash.row('Compras').waitFor();
  await shoot(trash.page, 'trash');
  const demo = await Trash.open(claudia, await stage.auditNamed(DEMO));
  await demo.row('Encuestar a proveedores nuevos').waitFor();
  await shoot(demo.page, 'trash-demo');
}

/** Worksheets by tab, with their dialogs and the panels beside the plan. */
async function worksheets(stage: Stage, options: EnterOptions, shoot: Shoot): Promise<void> {
  const screens = await WorksheetScreens.of(stage, await stage.enter('andres.murcia', options));
  for (const [type, name] of WORKSHEETS) await screens.tabs(type, name, shoot);
  await screens.overWorksheets(shoot);
  await screens.stack(shoot);
  await screens.panels(shoot);
  await screens.wholeAudit(shoot);
  await screens.many(shoot);
}

type Shoot = (page: Page, name: string) => Promise<void>;

async function shootAll(folder: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1920, 1440, 390]) {
      // A new stage each time, so that all screens show the same data.
      const stage = await Stage.open();
      try {
        const viewport = { width, height: width === 390 ? 844 : Math.min(width * 0.625, 1080) };
        const options = { ...STILL, colorScheme, viewport };
        const shoot: Shoot = async (page, name) => {
          await page.mouse.move(0, 0);
          await nextFrame(page);
          await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
        };
        await accessScreens(stage, options, shoot);
        await everyScreen(stage, options, shoot);
        await worksheets(stage, options, shoot);
      } finally {
        await stage.close();
      }
    }
}

const [option = '', given] = process.argv.slice(2);
const folder = option === '--all' ? (given ?? '') : option;
await mkdir(folder, { recursive: true });
if (option === '--all') await shootAll(folder);
else {
  const stage = await Stage.open();
  try {
    await pictureOfPlan(stage, folder);
  } finally {
    await stage.close();
  }
}
