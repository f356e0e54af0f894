import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './stage.ts';

const PAST = 'Plan de auditoría como estaba';

/** Page object of a plan's past. */
export class PastView {
  readonly tree: Locator;
  readonly bar: Locator;
  /** The list beside the tree. */
  readonly differences: Locator;

  constructor(readonly page: Page) {
    this.tree = page.getByRole('tree', { name: PAST });
    this.bar = page.getByRole('region', { name: 'El plan como estaba' });
    this.differences = page.getByRole('complementary', { name: 'Diferencias' });
  }

  /** Opens an audit's plan at an address that names a version, a moment or a comparison. */
  static async at({ page, url }: Person, audit: string, search: string): Promise<PastView> {
    await page.goto(`${url}/auditorias/plan/?auditoria-id=${audit}&${search}`);
    const view = new PastView(page);
    await view.bar.waitFor();
    return view;
  }

  get told(): Locator {
    return this.bar.getByRole('status');
  }

  row(name: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  /** Waits until a version is shown; returns the bar's text. */
  async showing(version: number): Promise<string> {
    await this.told.getByText(new RegExp(`^Versión ${version} de `)).waitFor();
    await this.told.locator('time').waitFor();
    await expect.poll(() => this.page.locator('[aria-busy=true]').count()).toBe(0);
    return this.told.innerText();
  }
}

/** Version that the address names, counted from 1 as displayed. */
export const versionOf = (page: Page): number => Number(new URL(page.url()).searchParams.get('version'));
