import type { Response } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

const stage = stageOfThisFile();

describe('signing in', () => {
  it('says in Spanish that the password is wrong, and lets in with the right one by keyboard alone', async () => {
    const { page, url } = await stage().visitor();
    await page.goto(url);
    await page.getByRole('heading', { name: 'Entre a su espacio de trabajo' }).waitFor();
    await expect.poll(() => page.title()).toBe('[Desarrollo] Iniciar sesión · Cotejo');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es');

    // Without a click: the field has the focus when the page opens.
    await page.keyboard.press('Enter');
    await page.getByText('Escriba su usuario.').waitFor();
    await page.keyboard.type('andres.murcia');
    await page.keyboard.press('Enter');
    await page.getByLabel('Contraseña', { exact: true }).waitFor();
    await page.keyboard.type('no es esta');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: 'El usuario o la contraseña no son correctos.' })
      .waitFor();

    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    await page.getByRole('link', { name: 'Compras y pagos' }).waitFor();
  });

  it('shows the audits at / to who is signed in, also after a reload, and the sign-in page to others', async () => {
    const { page, url } = await stage().enter('laura.pineda');
    await page.goto(url);
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');

    const other = await stage().visitor();
    await other.page.goto(other.url);
    await other.page.getByLabel('Usuario').waitFor();
    expect(new URL(other.page.url()).pathname).toBe('/');
  });

  it('leads to the page that was asked for before', async () => {
    const audit = await stage().auditNamed('Compras y pagos');
    const { page, url } = await stage().visitor();
    const wanted = `/auditorias/plan/?auditoria-id=${audit}`;
    await page.goto(`${url}${wanted}`);
    await page.getByLabel('Usuario').fill('claudia.restrepo');
    expect(new URL(page.url()).pathname).toBe('/login/');
    await page.keyboard.press('Enter');
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Compras y pagos' }).waitFor();
    expect(page.url()).toBe(`${url}${wanted}`);
  });

  it('ends for good when the person signs out', async () => {
    const { page, url } = await stage().enter('oscar.benitez');
    await page.goto(url);
    await page.getByRole('button', { name: 'Óscar Benítez: cuenta y preferencias' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.getByLabel('Usuario').waitFor();
    await page.goto(`${url}/auditorias/plan/?auditoria-id=${await stage().auditNamed('Compras y pagos')}`);
    await page.getByLabel('Usuario').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  it('speaks English to who asks for it, and remembers', async () => {
    const { page, url } = await stage().visitor();
    await page.goto(url);
    await page.getByRole('button', { name: 'Tema e idioma' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByLabel('User name').waitFor();
    await page.reload();
    await page.getByLabel('User name').waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('comes as the build packed it: scripts and sheets of the first page', async () => {
    const { page, url } = await stage().visitor();
    const files: Response[] = [];
    page.on('response', (response) => {
      if (/\/assets\/.*\.(js|css)$/.test(response.url())) files.push(response);
    });
    await page.goto(url);
    await page.getByLabel('Usuario').waitFor();
    // Some files of the first page come after its form is drawn.
    await expect.poll(() => files.length).toBeGreaterThan(5);
    const told = await Promise.all(files.map(async (file) => [file.url(), await file.allHeaders()] as const));
    // Files compressed on the fly have no content length; small ones are not compressed.
    const others = told.filter(
      ([, headers]) => headers['content-encoding'] !== 'br' && Number(headers['content-length']) >= 1_024,
    );
    expect(others).toEqual([]);
    expect(told.filter(([, headers]) => headers['content-length'] === undefined)).toEqual([]);
  });

  it('leaves no complaint on the console', () => {
    // The browser itself logs the refused password.
    const refused = /status of 4\d\d/;
    expect(
      stage()
        .complaints()
        .filter((complaint) => !refused.test(complaint)),
    ).toEqual([]);
  });
});
