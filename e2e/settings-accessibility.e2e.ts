import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeFaults as faults } from './support/axe-faults.ts';
import type { EnterOptions } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';
import { showWithin } from './support/show-within.ts';

const stage = stageOfThisFile();

/** Headings of the settings pages by path. */
const TITLES = {
  '': 'Configuración',
  'general/': 'General',
  'usuarios/': 'Usuarios',
  'cupos/': 'Cupos',
  'roles/': 'Roles y permisos',
  'seguridad/': 'Seguridad',
} as const;

/**
 * Opens a settings page and waits for its heading and a word in it; from the second page on by client-side
 * navigation.
 */
async function open(page: Page, url: string, path: keyof typeof TITLES, word: string): Promise<void> {
  const settings = `/configuraciones/${path}`;
  if (page.url().startsWith(url)) await showWithin(page, settings);
  else await page.goto(`${url}${settings}`);
  await page.getByRole('heading', { level: 1, name: TITLES[path], exact: true }).waitFor();
  await page.getByText(word).first().waitFor();
}

describe.each(['light', 'dark'] as const)('in %s, the settings keep to WCAG 2.2 AA', (colorScheme) => {
  // Axe evaluates current colours: no element may be in a transition.
  const options: EnterOptions = { colorScheme, reducedMotion: 'reduce' };
  let page: Page;
  let url: string;
  beforeAll(async () => {
    ({ page, url } = await stage().enter('beatriz.cano', options));
  });

  it('the sections, and the general ones', async () => {
    await open(page, url, '', 'Roles y permisos');
    expect(await faults(page)).toEqual([]);
    await open(page, url, 'general/', 'Mostrar la barra lateral');
    expect(await faults(page)).toEqual([]);
  });

  it('users: the list, one of them in each tab, and the dialogs', async () => {
    await open(page, url, 'usuarios/', 'claudia.restrepo');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Claudia Restrepo' }).click();
    const panel = page.getByRole('dialog', { name: 'Claudia Restrepo' });
    for (const [tab, word] of [
      ['Datos', 'Guardar'],
      ['Acceso', 'Bloquear'],
      ['Sesiones', 'Sin sesiones abiertas'],
      ['Historial', 'Usuario creado'],
    ] as const) {
      await panel.getByRole('tab', { name: tab }).click();
      await panel.getByText(word).first().waitFor();
      expect(await faults(page, '[role=dialog]')).toEqual([]);
    }
    await panel.getByRole('tab', { name: 'Acceso' }).click();
    await panel.getByRole('button', { name: 'Bloquear' }).click();
    await page.getByRole('dialog', { name: 'Bloquear' }).waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Bloquear' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Crear usuario' }).click();
    const form = page.getByRole('dialog', { name: 'Crear usuario' });
    await form.getByRole('button', { name: 'Crear usuario' }).click();
    await form.getByText('Correo: es obligatorio.').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('slots, and the dialog that gives one', async () => {
    await open(page, url, 'cupos/', 'Claudia Restrepo');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Asignar', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('roles: the matrix with a change in it, and what is shown before it is saved', async () => {
    await open(page, url, 'roles/', 'Plan de auditoría');
    await page.locator('summary').filter({ hasText: 'Plan de auditoría' }).click();
    await page.getByRole('combobox', { name: 'Mover elementos' }).selectOption('none');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revisar y guardar' }).click();
    await page.getByRole('dialog', { name: 'Revisar y guardar' }).waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  it('security, in each tab', async () => {
    await open(page, url, 'seguridad/', 'Largo mínimo');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await faults(page)).toEqual([]);
    }
  });

  it('on a phone, users with one of them open, slots and roles', async () => {
    const phone = await stage().enter('beatriz.cano', { ...options, viewport: { width: 390, height: 844 } });
    await open(phone.page, phone.url, 'cupos/', 'Claudia Restrepo');
    expect(await faults(phone.page)).toEqual([]);
    await open(phone.page, phone.url, 'roles/', 'Plan de auditoría');
    expect(await faults(phone.page)).toEqual([]);
    await open(phone.page, phone.url, 'usuarios/', 'claudia.restrepo');
    expect(await faults(phone.page)).toEqual([]);
    await phone.page.getByRole('row').filter({ hasText: 'Claudia Restrepo' }).click();
    await phone.page.getByRole('dialog', { name: 'Claudia Restrepo' }).waitFor();
    expect(await faults(phone.page, '[role=dialog]')).toEqual([]);
    // The confirmation is shown over the panel.
    await phone.page.getByRole('tab', { name: 'Acceso' }).click();
    await phone.page.getByRole('button', { name: 'Bloquear' }).click();
    const dialog = phone.page.getByRole('dialog', { name: 'Bloquear' });
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
  });
});
