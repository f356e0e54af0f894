import type { Locator, Page } from 'playwright-core';
import type { Person } from './stage.ts';

/** Page object of an audit's plan. */
export class Plan {
  readonly page: Page;
  readonly tree: Locator;

  private constructor(private readonly person: Person) {
    this.page = person.page;
    this.tree = this.page.getByRole('tree', { name: 'Plan de auditoría' });
  }

  static async open(person: Person, audit: string): Promise<Plan> {
    const plan = new Plan(person);
    await plan.reopen(audit);
    return plan;
  }

  /** Opens a plan from the browser's stored state, without waiting for the connection. */
  static async recall(person: Person, audit: string): Promise<Plan> {
    const plan = new Plan(person);
    await plan.page.goto(`${person.url}/auditorias/plan/?auditoria-id=${audit}`);
    await plan.tree.getByRole('treeitem').first().waitFor();
    return plan;
  }

  /** Opens another audit, or reloads the same one. */
  async reopen(audit: string): Promise<void> {
    await this.page.goto(`${this.person.url}/auditorias/plan/?auditoria-id=${audit}`);
    await this.tree.getByRole('treeitem').first().waitFor();
    await this.online.waitFor();
  }

  /** All changes are confirmed; refused ones may be in the tray. */
  get online(): Locator {
    return this.header(/En línea/);
  }

  /** Connection status in the header. */
  header(words: string | RegExp): Locator {
    return this.page.getByRole('banner').getByRole('status').filter({ hasText: words });
  }

  row(name: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.page.getByTitle(name, { exact: true }) });
  }

  /** Names of the rows in order, indented by two spaces a level. */
  outline(): Promise<string[]> {
    return Plan.outlineOf(this.tree);
  }

  static outlineOf(tree: Locator): Promise<string[]> {
    return tree.getByRole('treeitem').evaluateAll((rows) =>
      rows
        .map((row) => ({ row, top: row.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ row }) => {
          const level = Number(row.getAttribute('aria-level'));
          return `${'  '.repeat(level - 1)}${row.querySelector('[title]:not([role=img])')?.getAttribute('title') ?? '…'}`;
        }),
    );
  }

  /** Waits until the browser has stored its state, which happens a moment after a change. */
  async remembers(words: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => Object.values(localStorage).some((kept) => String(kept).includes(wanted)),
      words,
    );
  }

  /** Focuses a row without opening it. */
  async focus(name: string): Promise<void> {
    await this.row(name).focus();
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Opens a row's menu of actions. */
  async openActions(name: string): Promise<Locator> {
    await this.row(name).hover();
    await this.page.getByRole('button', { name: `Acciones de ${name}`, exact: true }).click();
    const menu = this.page.getByRole('menu');
    await menu.waitFor();
    return menu;
  }

  async chooseAction(name: string, action: string): Promise<void> {
    const menu = await this.openActions(name);
    await menu.getByRole('menuitem', { name: action }).click();
  }

  async rename(name: string, next: string): Promise<void> {
    await this.focus(name);
    await this.press('F2');
    const field = this.page.getByRole('textbox', { name: 'Nombre', exact: true });
    await field.fill(next);
    await field.press('Enter');
  }

  /** Adds an item by the toolbar's button, whose offer depends on the focused row. */
  async addFromToolbar(group: string, type: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Agregar', exact: true }).click();
    const menu = this.page.getByRole('menu');
    // A type may be offered for two places: selects the one under the given heading.
    await menu
      .locator('div')
      .filter({ has: this.page.getByText(group, { exact: true }) })
      .getByRole('menuitem', { name: new RegExp(`^${type}( Insert)?$`) })
      .last()
      .click();
    await this.nameDraft(type, name);
  }

  async nameDraft(type: string, name: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: `Nombre: ${type.toLowerCase()}` });
    await field.fill(name);
    await field.press('Enter');
    await field.press('Escape');
  }

  /** Drags a row before, after or into another. `hold` keeps the button pressed. */
  async drag(
    name: string,
    where: 'before' | 'inside' | 'after',
    target: string,
    hold = false,
  ): Promise<void> {
    const onto = this.row(target);
    const held = this.row(name).getByTitle(name, { exact: true });
    // Waits until both rows stay where they are.
    for (const row of [onto, held]) await row.hover();
    const from = await centreOf(held);
    const label = await boxOf(onto.getByTitle(target, { exact: true }));
    const box = await boxOf(onto);
    const share = { before: 0.1, inside: 0.5, after: 0.9 }[where];
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 6, from.y + 4, { steps: 3 });
    await mouse.move(label.x + 4, box.y + box.height * share, { steps: 8 });
    // The page registers the pointer a frame later, and only while it moves.
    for (const step of [5, 6, 7]) {
      await nextFrame(this.page);
      await mouse.move(label.x + step, box.y + box.height * share);
    }
    await nextFrame(this.page);
    if (!hold) await mouse.up();
  }

  /** Chooses an option beside the tree; a window too low for all has the last ones in a menu. */
  async chooseOption(name: string): Promise<void> {
    const rail = this.page.getByRole('toolbar', { name: 'Opciones del plan' });
    const option = rail.getByRole('button', { name, exact: true });
    const more = rail.getByRole('button', { name: 'Más opciones' });
    await option.or(more).first().waitFor();
    if (await option.isVisible()) return await option.click();
    await more.click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Opens a panel of the audit by the options beside the tree. */
  async openPanel(name: string): Promise<Locator> {
    await this.chooseOption(name);
    const panel = this.panel(name);
    await panel.waitFor();
    return panel;
  }

  panel(title: string): Locator {
    return this.page.getByRole('dialog', { name: title, exact: true });
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text });
  }
}

/** Waits for two frames, so that pending state is painted. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing to be seen there');
  return box;
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}
