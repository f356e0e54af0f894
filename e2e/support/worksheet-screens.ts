import type { Page } from 'playwright-core';
import { itemsOf } from './plan-items.ts';
import { Plan } from './plan.ts';
import { showWithin } from './show-within.ts';
import type { Person, Stage } from './stage.ts';

/** Captures the page, or a part of it, under a name. */
export type See = (page: Page, name: string, part?: string) => Promise<void>;

const PANEL = '[role=dialog]';
const OVERLAY = '[role=dialog][aria-modal=true]';

/** Worksheets of the demo audit, one of each type. */
export const WORKSHEETS = [
  ['understanding', 'Entendimiento de pagos'],
  ['risk', 'R-002'],
  ['control', 'C-003'],
  ['test', 'PV-03'],
  ['step', 'Cruzar pagos con órdenes y recepciones'],
  ['inspection', 'Inspección de bodega'],
  ['inspection-item', 'Báscula calibrada y con certificado vigente'],
  ['finding', 'H-01'],
  ['action-plan', 'PA-01'],
  ['evaluation', 'EV of H-02'],
] as const;

/** Screens of the demo audit's worksheets and panels, for one user. */
export class WorksheetScreens {
  private constructor(
    private readonly person: Person,
    private readonly audit: string,
    private readonly ids: ReadonlyMap<string, string>,
  ) {}

  static async of(stage: Stage, person: Person): Promise<WorksheetScreens> {
    const audit = await stage.auditNamed('Compras y pagos');
    const ids = new Map<string, string>();
    for (const { id, codigo, _nombre } of await itemsOf(stage, audit)) {
      ids.set(_nombre, id);
      if (codigo !== null) ids.set(codigo, id);
    }
    ids.set('EV of H-02', `${ids.get('H-02')}-EV`);
    return new WorksheetScreens(person, audit, ids);
  }

  private get page(): Page {
    return this.person.page;
  }

  private id(name: string): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`the demo holds no ${name}`);
    return id;
  }

  /** Opens a location of the plan; from the second on by client-side navigation, via the plan without panels. */
  private async go(search: string): Promise<void> {
    const { page } = this;
    const plan = `/auditorias/plan/?auditoria-id=${this.audit}`;
    if (!page.url().startsWith(this.person.url)) {
      await page.goto(`${this.person.url}${plan}&${search}`);
      return;
    }
    await showWithin(page, plan);
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    await showWithin(page, `${plan}&${search}`);
  }

  /** Opens a worksheet alone. */
  private async open(name: string, tab = 'informacion'): Promise<void> {
    await this.go(`hoja-id=${this.id(name)}&pestana=${tab}`);
    await this.page.getByRole('tab').first().waitFor();
    await drawn(this.page);
  }

  /** Shows one worksheet by tab. */
  async tabs(type: string, name: string, see: See): Promise<void> {
    await this.open(name);
    for (const [at, tab] of (await this.page.getByRole('tab').all()).entries()) {
      await tab.click();
      await drawn(this.page);
      await see(this.page, `worksheet-${type}-${at + 1}`, PANEL);
    }
  }

  /** Toolbars and dialogs of worksheets: a text's tools, signatures, files, a flowchart's list. */
  async overWorksheets(see: See): Promise<void> {
    const { page } = this;
    await this.open('R-002');
    await page.getByRole('textbox', { name: 'Descripción' }).click();
    await page.getByRole('toolbar').first().waitFor();
    await see(page, 'text-tools', PANEL);
    await page.getByRole('button', { name: 'Revisar', exact: true }).click();
    await page.getByRole('dialog', { name: 'Revisado' }).waitFor();
    await see(page, 'signatures');
    await this.open('C-003');
    await page.getByRole('button', { name: 'Completado por Laura Pineda' }).click();
    await page.getByRole('dialog', { name: 'Completado' }).waitFor();
    await see(page, 'signed');
    await this.open('PV-03', 'adjuntos');
    await page.getByRole('button', { name: 'Acciones de Respuestas de proveedores.pdf' }).click();
    await page.getByRole('menu').waitFor();
    await see(page, 'file-menu', '[role=menu]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Respuestas de proveedores.pdf', exact: true }).click();
    await page.getByTitle('Vista previa de Respuestas de proveedores.pdf').first().waitFor();
    await see(page, 'preview-pdf', OVERLAY);
    await this.open('PV-02', 'adjuntos');
    await page.getByRole('button', { name: 'Rechazos por variante.png', exact: true }).click();
    await page.getByRole('img', { name: 'Rechazos por variante.png' }).waitFor();
    await see(page, 'preview-image', OVERLAY);
    await this.open('Entendimiento de pagos', 'diagrama');
    await page.getByText('Lista', { exact: true }).click();
    await page.getByRole('table').first().waitFor();
    await see(page, 'flowchart-list', PANEL);
  }

  /** Several open worksheets; on phones a menu switches between them. */
  async stack(see: See): Promise<void> {
    await this.go(`hoja-id=${this.id('R-001')}&hojas=${this.id('C-001')}&hojas=${this.id('PV-01')}`);
    await this.page.getByRole('tab').first().waitFor();
    await drawn(this.page);
    await see(this.page, 'stack');
  }

  /** Panels beside the plan: findings, notes, files, history. */
  async panels(see: See): Promise<void> {
    const { page } = this;
    const panel = page.getByRole('dialog').first();
    await this.go('panel=hallazgos');
    await panel.getByRole('listitem').first().waitFor();
    await see(page, 'findings', PANEL);
    await this.go('panel=notas');
    await panel.getByRole('listitem').first().waitFor();
    await see(page, 'notes-of-audit', PANEL);
    await this.go(`panel=notas&elemento=${this.id('C-003')}`);
    await panel.getByText('Falta el registro de la llamada').waitFor();
    await see(page, 'notes-of-item', PANEL);
    await this.go('panel=evidencias');
    await panel.getByRole('listitem').first().waitFor();
    await see(page, 'evidence', PANEL);
    await this.go('panel=historial');
    await panel.getByRole('listitem').first().waitFor();
    await panel.getByRole('button', { name: 'Filtros' }).click();
    await panel.getByLabel('Tipo de cambio').first().waitFor();
    await see(page, 'history-filters', PANEL);
    await panel.getByRole('button', { name: 'Exportar' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await see(page, 'history-export', '[role=menu]');
  }

  /** Summary of the audit, and its past. */
  async wholeAudit(see: See): Promise<void> {
    const { page } = this;
    await this.go('vista=resumen');
    await page.getByRole('heading', { name: 'Mapa de calor de los riesgos' }).waitFor();
    await drawn(page);
    await see(page, 'summary');
    await this.go(`version=560&contra=ahora&hoja-id=${this.id('R-002')}`);
    await page.getByRole('dialog', { name: 'Cambio fraudulento de cuenta bancaria' }).waitFor();
    await drawn(page);
    await see(page, 'past-worksheet');
  }

  /** Bulk actions: status and signatures. */
  async many(see: See): Promise<void> {
    const plan = await Plan.open(this.person, this.audit);
    await plan.focus('Debida diligencia SAGRILAFT');
    await plan.press('Shift+ArrowDown');
    const chosen = plan.page.getByRole('toolbar', { name: 'Elementos seleccionados' });
    for (const [action, name] of [
      ['Cambiar estado', 'many-statuses'],
      ['Firmar…', 'many-signatures'],
    ] as const) {
      await chosen.getByRole('button', { name: action }).click();
      await plan.page.getByRole('dialog').waitFor();
      await see(plan.page, name, PANEL);
      await plan.press('Escape');
      await plan.page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  }
}

/** Waits until no visible element is loading. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.mantine-Skeleton-root, [aria-busy=true]')].every((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, Math.max(top, 0) + 4);
      return seen === null || (seen !== element && !element.contains(seen));
    }),
  );
}
