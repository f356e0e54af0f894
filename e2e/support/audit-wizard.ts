import type { Locator, Page } from 'playwright-core';
import type { Person } from './stage.ts';

/** Page object of the wizard that creates audits. */
export class AuditWizard {
  readonly page: Page;
  /** The step shown, without its neighbours. */
  readonly step: Locator;

  private constructor(person: Person) {
    this.page = person.page;
    this.step = this.page.locator('form');
  }

  /** Opens it from the list of audits. */
  static async open(person: Person): Promise<AuditWizard> {
    await person.page.goto(person.url);
    await person.page.getByRole('button', { name: 'Nueva auditoría' }).click();
    return AuditWizard.at(person);
  }

  /** The wizard that the page shows already. */
  static async at(person: Person): Promise<AuditWizard> {
    const wizard = new AuditWizard(person);
    await wizard.page.getByRole('navigation', { name: 'Pasos' }).waitFor();
    return wizard;
  }

  async next(): Promise<void> {
    await this.step.getByRole('button', { name: 'Siguiente' }).click();
  }

  /** Goes on and waits for the step of this title. */
  async nextIs(title: string): Promise<void> {
    await this.next();
    await this.page.getByRole('heading', { name: title }).waitFor();
  }

  async goTo(step: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Pasos' }).getByRole('link', { name: step }).click();
  }

  async choose(field: string, option: string | RegExp): Promise<void> {
    await this.step.getByRole('combobox', { name: field }).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  async create(): Promise<void> {
    await this.step.getByRole('button', { name: 'Crear auditoría' }).click();
  }
}
