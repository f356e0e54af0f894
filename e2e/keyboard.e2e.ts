import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFaults } from './support/axe-faults.ts';
import { focused, tabTo } from './support/entrance.ts';
import { Plan } from './support/plan.ts';
import { PASSWORD } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

const holdsFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element.contains(document.activeElement));

describe('without a mouse', () => {
  it('an administrator signs in and creates a user', async () => {
    const { page, url } = await stage().visitor();
    const { keyboard } = page;
    await page.goto(`${url}/configuraciones/usuarios/`);
    await expect.poll(() => focused(page)).toBe('Usuario');
    await keyboard.type('beatriz.cano');
    await tabTo(page, 'Continuar', 1);
    await keyboard.press('Space');
    await expect.poll(() => focused(page)).toBe('Contraseña');
    await keyboard.type(PASSWORD);
    await tabTo(page, 'Mostrar contraseña', 1);
    await keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Ocultar contraseña');
    await tabTo(page, 'Entrar', 4);
    await keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'Claudia Restrepo' }).waitFor();

    await tabTo(page, 'Crear usuario');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Crear usuario' });
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('Nombres');
    // The missing field is reported, and the first one gets the focus.
    await keyboard.press('Enter');
    await dialog.getByText('Nombres: es obligatorio.').waitFor();
    await expect.poll(() => focused(page)).toBe('Nombres');
    await keyboard.type('Marcela');
    await tabTo(page, 'Apellidos', 1);
    await keyboard.type('Ordóñez');
    await tabTo(page, 'Correo', 1);
    await keyboard.type('marcela.ordonez@frailejon.example');
    await tabTo(page, 'Usuario', 1);
    await expect.poll(() => dialog.getByLabel('Usuario').inputValue()).toBe('marcela.ordonez');
    await tabTo(page, 'Rol', 1);
    await keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Auditor', exact: true }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    await tabTo(page, 'Crear usuario', 12);
    await keyboard.press('Enter');

    await page.getByRole('alert').getByText('Usuario creado: Marcela Ordóñez.').waitFor();
    const panel = page.getByRole('dialog', { name: 'Marcela Ordóñez' });
    await panel.waitFor();
    await expect.poll(() => holdsFocus(panel)).toBe(true);
    await keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page
      .getByRole('row')
      .filter({ hasText: 'Marcela Ordóñez' })
      .getByText('marcela.ordonez')
      .first()
      .waitFor();
  });

  it('somebody finds the way out', async () => {
    const { page, url } = await stage().enter('oscar.benitez');
    await page.goto(url);
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    await tabTo(page, 'Óscar Benítez: cuenta y preferencias');
    await page.keyboard.press('Enter');
    // The menu takes the focus a moment after it is visible.
    await expect.poll(() => holdsFocus(page.getByRole('menu'))).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Cerrar sesión');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Usuario');
  });

  it('leaves no complaint on the console', () => {
    expect(stage().complaints()).toEqual([]);
  });

  it('a command of the page is found by its name, wherever the focus is', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    const { page } = claudia;
    await Plan.open(claudia, await stage().auditNamed('Compras y pagos'));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar un comando o una página' }).waitFor();
    await page.keyboard.type('papelera');
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Papelera']);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Papelera' }).waitFor();
  });
});
