import type { Locator, Page } from 'playwright-core';
import type { Person } from './stage.ts';

/** Page object of a plan's trash. */
export class Trash {
  readonly page: Page;

  private constructor(private readonly person: Person) {
    this.page = person.page;
  }

  static async open(person: Person, audit: string): Promise<Trash> {
    const trash = new Trash(person);
    await person.page.goto(`${person.url}/auditorias/papelera/?auditoria-id=${audit}`);
    await trash.page.getByRole('heading', { name: 'Papelera', exact: true }).waitFor();
    return trash;
  }

  get rows(): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell') });
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  async restore(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Restaurar ${name}`, exact: true }).click();
  }

  get empty(): Locator {
    return this.page.getByText('La papelera está vacía');
  }
}
