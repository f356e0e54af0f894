import { userDetail } from '@cotejo/access-contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { axeFaults as faults } from './support/axe-faults.ts';
import { choosePassword, codeOf, focused, typeIn } from './support/entrance.ts';
import { PASSWORD, type EnterOptions } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

/** No horizontal overflow. */
const isWithin = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('in %s, %i wide, WCAG 2.2 AA is kept', (colorScheme, width) => {
  // Axe evaluates current colours: no element may be in a transition.
  const options: EnterOptions = { colorScheme, reducedMotion: 'reduce', viewport: { width, height: 900 } };

  it('by a forgotten password, and by a link that is over', async () => {
    const { page, url } = await stage().visitor(options);
    await page.goto(url);
    await page.getByLabel('Usuario').fill('nadie.nunca');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Indicar la cuenta' }).click();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: '¿Olvidó su contraseña?' }).click();
    await page.keyboard.press('Enter');
    await page.getByText('Escriba un correo válido.').waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.type('nadie@frailejon.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Revise su correo' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.goto(`${url}/profile/ResetPassword/?uid=1&token=2`);
    await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await expect.poll(() => isWithin(page)).toBe(true);
  });

  it('by whoever must choose another password and accept the terms', async () => {
    const username = `nueva.${colorScheme}`;
    const email = `${username}@frailejon.example`;
    const person = { first_name: 'Nueva', last_name: 'Persona', username, email, role: 'JR' };
    const { id } = await stage().call('beatriz.cano', '/users/', userDetail, person);
    const { generated_password: generated } = await stage().call(
      'beatriz.cano',
      `/users/${id}/`,
      z.object({ generated_password: z.string() }),
      { generate_password: true },
      true,
    );

    const { page, url } = await stage().visitor(options);
    await page.goto(url);
    await typeIn(page, username, generated);
    await page.getByLabel('Contraseña actual').fill('no es esta');
    await choosePassword(page, 'Olmo7-Trinche-Vekal-93');
    await page.getByText('No es su contraseña actual.').waitFor();
    expect(await faults(page)).toEqual([]);
    await expect.poll(() => isWithin(page)).toBe(true);
    await page.getByLabel('Contraseña actual').fill(generated);
    await page.keyboard.press('Enter');
    const terms = page.getByRole('dialog', { name: 'Términos y condiciones' });
    await terms.getByText('Ley 1581').waitFor();
    expect(await faults(page, '[role=dialog]')).toEqual([]);
    await expect.poll(() => isWithin(page)).toBe(true);
  });

  it('by the profile, the second factor and the code', async () => {
    const username = colorScheme === 'light' ? 'julian.ocampo' : 'diana.velez';
    const { page, url } = await stage().visitor(options);
    await page.goto(`${url}/profile/`);
    await typeIn(page, username);
    await page.getByText('Este equipo').waitFor();
    await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
    await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Activar' }).click();
    await expect.poll(() => focused(page)).toBe('Contraseña actual');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /Código QR/ }).waitFor();
    expect(await faults(page)).toEqual([]);
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Códigos de recuperación' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await expect.poll(() => isWithin(page)).toBe(true);

    const other = await stage().visitor(options);
    await other.page.goto(other.url);
    await typeIn(other.page, username);
    await other.page.getByLabel('Código de acceso').waitFor();
    await other.page.keyboard.type('000000');
    await other.page.getByRole('alert').waitFor();
    expect(await faults(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await other.page.keyboard.press('Enter');
    await other.page.getByText('Es un código de doce letras y números').waitFor();
    expect(await faults(other.page)).toEqual([]);
    await expect.poll(() => isWithin(other.page)).toBe(true);
  });
});

describe('the pages of these tests', () => {
  it('left no complaint on the console but the refusals', () => {
    const refused = /status of 4\d\d/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
