import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { typeIn } from './support/entrance.ts';
import { type Person } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();
let beatriz: Person;
let admin: Page;
beforeAll(async () => {
  beatriz = await stage().enter('beatriz.cano');
  admin = beatriz.page;
});

/** Opens a user's panel from the list. */
async function openUser(page: Page, url: string, name: string): Promise<Locator> {
  await page.goto(`${url}/configuraciones/usuarios/`);
  await page.getByRole('button', { name, exact: true }).click();
  const panel = page.getByRole('dialog', { name });
  await panel.waitFor();
  return panel;
}

async function giveRole(panel: Locator, role: string): Promise<void> {
  await panel.getByRole('combobox', { name: 'Rol' }).click();
  await panel.page().getByRole('option', { name: role, exact: true }).click();
  await panel.getByRole('button', { name: 'Guardar' }).click();
  // The reason field disappears once the change is saved.
  await panel.getByRole('combobox', { name: 'Motivo' }).waitFor({ state: 'detached' });
}

/** Clicks an action of the access tab and confirms it in the dialog with a reason. */
async function act(panel: Locator, action: string, title: string): Promise<void> {
  const page = panel.page();
  await panel.getByRole('tab', { name: 'Acceso' }).click();
  await panel.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('an administrator', () => {
  it('creates somebody, who comes in with the password made for them and chooses their own', async () => {
    await admin.goto(`${beatriz.url}/configuraciones/usuarios/`);
    await admin.getByRole('button', { name: 'Crear usuario' }).click();
    const form = admin.getByRole('dialog', { name: 'Crear usuario' });
    await form.getByLabel('Nombres').fill('Ana María');
    await form.getByLabel('Apellidos').fill('Gil Peña');
    await form.getByLabel('Correo').fill('laura.pineda@frailejon.example');
    await expect.poll(() => form.getByLabel('Usuario').inputValue()).not.toBe('');
    const username = await form.getByLabel('Usuario').inputValue();
    // The server's refusal is shown at its field, which gets the focus.
    await form.getByRole('button', { name: 'Crear usuario' }).click();
    await form.getByText('Otra persona de la cuenta ya usa ese correo.').waitFor();
    const email = form.getByLabel('Correo');
    await expect.poll(() => email.evaluate((one) => one === document.activeElement)).toBe(true);
    await email.fill('ana.gil@frailejon.example');
    await form.getByRole('button', { name: 'Crear usuario' }).click();

    const panel = admin.getByRole('dialog', { name: 'Ana María Gil Peña' });
    await panel.waitFor();
    await act(panel, 'Generar', 'Generar una contraseña');
    const told = admin.getByRole('dialog', { name: 'Contraseña de Ana María Gil Peña' });
    const password = (await told.locator('output').innerText()).trim();
    await told.getByRole('button', { name: 'Cerrar' }).last().click();

    const { page, url } = await stage().visitor();
    await page.goto(url);
    await page.getByLabel('Usuario').fill(username);
    await page.keyboard.press('Enter');
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Debe cambiar su contraseña antes de continuar.').waitFor();
    await page.getByLabel('Contraseña actual').fill(password);
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('Olmo7-Trinche-Vekal-93');
    await page.getByLabel('Repita la contraseña nueva').fill('Olmo7-Trinche-Vekal-93');
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
    await page.getByRole('button', { name: 'Acepto', exact: true }).click();
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
  });

  it('changes the role of somebody who is signed in: what they may do is another at once', async () => {
    const claudia = await stage().enter('claudia.restrepo');
    await claudia.page.goto(claudia.url);
    const create = claudia.page.getByRole('button', { name: 'Nueva auditoría' });
    await create.waitFor();
    const panel = await openUser(admin, beatriz.url, 'Claudia Restrepo');
    await giveRole(panel, 'Auditor');
    await create.waitFor({ state: 'detached' });
    await giveRole(panel, 'Gerente o director');
    await create.waitFor();
    // The same page received the change without a reload.
    await panel.getByRole('tab', { name: 'Historial' }).click();
    await panel.getByText('Cambio de rol · Gerente o director').first().waitFor();
  });

  it('locks somebody: they are out of a page that follows nothing, and cannot come back', async () => {
    const oscar = await stage().enter('oscar.benitez');
    await oscar.page.goto(`${oscar.url}/profile/`);
    await oscar.page.getByRole('heading', { name: 'Mi perfil' }).first().waitFor();
    // The connection of the page must be open before the user is locked.
    await oscar.page.waitForLoadState('networkidle');
    const panel = await openUser(admin, beatriz.url, 'Óscar Benítez');
    await act(panel, 'Bloquear', 'Bloquear');
    await oscar.page.waitForURL(/\/login\//);
    await panel.getByText('Bloqueado', { exact: true }).waitFor();
    await oscar.page.getByLabel('Usuario').fill('oscar.benitez');
    await oscar.page.keyboard.press('Enter');
    await oscar.page.getByLabel('Contraseña', { exact: true }).fill('Cotejo-demo-2026');
    await oscar.page.keyboard.press('Enter');
    await oscar.page.getByRole('alert').first().waitFor();
    await act(panel, 'Desbloquear', 'Desbloquear');
    await panel.getByText('Activo', { exact: true }).first().waitFor();
  });

  it('changes what a role may do: whoever has it sees it at once, and the page warns before it is left', async () => {
    const andres = await stage().enter('andres.murcia');
    await andres.page.goto(andres.url);
    const create = andres.page.getByRole('button', { name: 'Nueva auditoría' });
    await create.waitFor();
    await admin.goto(`${beatriz.url}/configuraciones/roles/`);
    await admin.getByRole('button', { name: /^Líder/ }).click();
    await admin.locator('summary').filter({ hasText: 'Auditorías' }).first().click();
    const choice = admin.getByRole('combobox', { name: 'Crear auditorías' });
    const before = await choice.inputValue();

    await choice.selectOption('none');
    await admin.getByRole('link', { name: 'Configuración' }).first().click();
    const warning = admin.getByRole('dialog', { name: 'Hay cambios sin guardar' });
    await warning.getByRole('button', { name: 'Seguir aquí' }).click();
    await warning.waitFor({ state: 'detached' });
    expect(new URL(admin.url()).pathname).toBe('/configuraciones/roles/');

    const save = async () => {
      await admin.getByRole('button', { name: 'Revisar y guardar' }).click();
      const review = admin.getByRole('dialog', { name: 'Revisar y guardar' });
      await review.getByRole('listitem').filter({ hasText: 'Crear auditorías' }).waitFor();
      await review.getByRole('button', { name: 'Guardar los permisos' }).click();
      await review.waitFor({ state: 'detached' });
    };
    await save();
    await create.waitFor({ state: 'detached' });
    await choice.selectOption(before);
    await save();
    await create.waitFor();
  });

  it('does not lock out their own address', async () => {
    await admin.goto(`${beatriz.url}/configuraciones/seguridad/`);
    const ranges = admin.getByLabel('Direcciones IP o rangos');
    await ranges.fill('10.9.8.0/24');
    await admin.getByRole('button', { name: 'Guardar' }).last().click();
    const dialog = admin.getByRole('dialog', { name: 'Direcciones permitidas' });
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText(/dejaría por fuera su propia dirección, [\d.:]+\./).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  });
});

describe('whoever does not administer', () => {
  it('a manager reads who is who and who may what, and changes nothing', async () => {
    const { page, url } = await stage().enter('claudia.restrepo');
    await page.goto(`${url}/configuraciones/`);
    await page.getByRole('link', { name: /Roles y permisos/ }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Seguridad/ }).count()).toBe(0);
    const panel = await openUser(page, url, 'Laura Pineda');
    await expect.poll(() => panel.getByLabel('Nombres').isDisabled()).toBe(true);
    await expect.poll(() => panel.getByRole('button', { name: 'Guardar' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Crear usuario' }).count()).toBe(0);
    await page.goto(`${url}/configuraciones/cupos/`);
    await page.getByText('Laura Pineda').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Asignar|Liberar|Deshacer/ }).count()).toBe(0);
    await page.goto(`${url}/configuraciones/roles/`);
    await page.locator('summary').filter({ hasText: 'Plan de auditoría' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Mover elementos' }).isDisabled()).toBe(true);
    await page.goto(`${url}/configuraciones/seguridad/`);
    await page.getByText('Página no autorizada').first().waitFor();
  });

  it.each(['andres.murcia', 'laura.pineda', 'hernan.duque', 'marta.suarez'])(
    '%s finds no settings, and an address typed by hand says so',
    async (username) => {
      const { page, url } = await stage().enter(username);
      await page.goto(`${url}/configuraciones/usuarios/`);
      await page.getByText('Página no autorizada').first().waitFor();
      await expect.poll(() => page.getByRole('link', { name: 'Configuración' }).count()).toBe(0);
      await expect.poll(() => page.getByRole('table').count()).toBe(0);
    },
  );
});

describe('two administrators', () => {
  it('see at once what the other does to people, roles and slots', async () => {
    const { page, url } = await stage().visitor();
    await page.goto(`${url}/configuraciones/usuarios/`);
    await typeIn(page, 'beatriz.cano');
    const felipe = page.getByRole('row', { name: /Felipe Rincón/ });
    await felipe.getByText('Activo', { exact: true }).waitFor();
    const panel = await openUser(admin, beatriz.url, 'Felipe Rincón');
    await act(panel, 'Bloquear', 'Bloquear');
    await felipe.getByText('Bloqueado').waitFor();
    await act(panel, 'Desbloquear', 'Desbloquear');
    await felipe.getByText('Activo', { exact: true }).waitFor();

    await page.goto(`${url}/configuraciones/roles/`);
    await page.getByRole('button', { name: /^Auditor/ }).waitFor();
    await admin.goto(`${beatriz.url}/configuraciones/roles/`);
    await admin.getByRole('button', { name: 'Crear rol' }).click();
    const role = admin.getByRole('dialog', { name: 'Crear rol' });
    await role.getByLabel('Nombre').fill('Practicante');
    await admin.keyboard.press('Enter');
    await role.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Practicante/ }).waitFor();

    await page.goto(`${url}/configuraciones/cupos/`);
    await page.getByText('Claudia Restrepo').waitFor();
    await admin.goto(`${beatriz.url}/configuraciones/cupos/`);
    await admin.getByRole('button', { name: 'Asignar', exact: true }).first().click();
    const slot = admin.getByRole('dialog');
    await slot.getByLabel('Nombres').fill('Pía');
    await slot.getByLabel('Apellidos').fill('Rey');
    await slot.getByLabel('Correo').fill('pia.rey@frailejon.example');
    await admin.keyboard.press('Enter');
    await slot.waitFor({ state: 'detached' });
    await page.getByText('Pía Rey').waitFor();
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console', () => {
    const refused = /status of 4\d\d/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
