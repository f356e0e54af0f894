import { userDetail } from '@cotejo/access-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosePassword, codeOf, focused, typeIn } from './support/entrance.ts';
import { Mailbox } from './support/mailbox.ts';
import { PASSWORD } from './support/stage.ts';
import { stageOfThisFile } from './support/stage-of-this-file.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
});
const stage = stageOfThisFile(() => ({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Cotejo <no-reply@cotejo.example>',
}));
afterAll(() => mailbox.close());

describe('coming in', () => {
  it('leads back to the whole address that was asked for, query and fragment', async () => {
    const { page, url } = await stage().visitor();
    await page.goto(`${url}/configuraciones/?desde=a%20b#abajo`);
    await page.getByLabel('Usuario').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login/');
    await typeIn(page, 'beatriz.cano');
    await page.getByRole('heading', { name: 'Configuración' }).waitFor();
    expect(page.url()).toBe(`${url}/configuraciones/?desde=a%20b#abajo`);
  });

  it('takes half a session for none, and says so on the console', async () => {
    const { page, url } = await stage().visitor();
    const told: string[] = [];
    page.on('console', (message) => told.push(message.text()));
    await page.addInitScript(() => localStorage.setItem('token', 'x'.repeat(43)));
    await page.goto(`${url}/configuraciones/`);
    await page.getByLabel('Usuario').waitFor();
    expect(told).toContain('User data is malformed');
  });
});

describe('the second factor', () => {
  it('is turned on with an app, asked for at the next sign-in, and replaced once by a recovery code', async () => {
    const { page, url } = await stage().visitor();
    await page.goto(`${url}/profile/`);
    await typeIn(page, 'laura.pineda');
    await page.getByRole('button', { name: 'Activar' }).click();
    await expect.poll(() => focused(page)).toBe('Contraseña actual');
    await page.keyboard.type('no es esta');
    await page.keyboard.press('Enter');
    await page.getByText('No es su contraseña actual.').waitFor();
    await page.getByLabel('Contraseña actual').fill('Cotejo-demo-2026');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /Código QR/ }).waitFor();
    const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText();
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('group', { name: 'Códigos de recuperación' });
    await sheet.waitFor();
    const codes = await sheet.getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect.poll(() => focused(page)).toBe('Renovar los códigos de recuperación');

    const other = await stage().visitor();
    await other.page.goto(other.url);
    await typeIn(other.page, 'laura.pineda');
    await other.page.getByLabel('Código de acceso').waitFor();
    await other.page.keyboard.type('000000');
    await other.page.getByRole('alert').getByText('no es válido').waitFor();
    // Each code is valid once, and the enrolment used its own.
    await other.page.keyboard.type(codeOf(secret, 1));
    await other.page.getByRole('heading', { name: 'Auditorías' }).waitFor();

    const third = await stage().visitor();
    await third.page.goto(third.url);
    await typeIn(third.page, 'laura.pineda');
    await third.page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    await expect.poll(() => focused(third.page)).toBe('Código de recuperación');
    await third.page.keyboard.type((codes[0] ?? '').toUpperCase().replaceAll('-', ' '));
    await third.page.keyboard.press('Enter');
    await third.page.getByRole('heading', { name: 'Auditorías' }).waitFor();
  });
});

describe('somebody new', () => {
  it('chooses a password by a link of an e-mail, and is in once they accept the terms', async () => {
    const email = 'sara.nieto@frailejon.example';
    const sara = { first_name: 'Sara', last_name: 'Nieto', username: 'sara.nieto', email, role: 'JR' };
    await stage().call('beatriz.cano', '/users/', userDetail, sara);

    const { page, url } = await stage().visitor();
    await page.goto(`${url}/login/`);
    await page.getByLabel('Usuario').fill('sara.nieto');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '¿Olvidó su contraseña?' }).click();
    // The form is a file of its own, and the field has the focus once it is there.
    await expect.poll(() => focused(page)).toBe('Correo');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Revise su correo' }).waitFor();

    // The second mail; its link invalidated that of the invitation.
    const link = new URL(await mailbox.linkFor(email, 2));
    await page.goto(`${url}${link.pathname}${link.hash}`);
    const field = page.getByLabel('Contraseña nueva', { exact: true });
    await field.waitFor();
    // The token must not remain in the history or in a referrer.
    expect(page.url()).toBe(`${url}/profile/ResetPassword/`);
    await field.fill('corta');
    await page.getByText('(pendiente)').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Contraseña nueva');
    await choosePassword(page, 'Olmo7-Trinche-Vekal-93');
    await page.getByRole('heading', { name: 'Contraseña guardada' }).waitFor();
    await page.getByRole('link', { name: 'Ir al ingreso' }).click();

    await typeIn(page, 'sara.nieto', 'Olmo7-Trinche-Vekal-93');
    const terms = page.getByRole('dialog', { name: 'Términos y condiciones' });
    await terms.waitFor();
    await page.keyboard.press('Escape');
    await terms.getByRole('button', { name: 'No acepto y cierro sesión' }).click();
    await page.getByLabel('Usuario').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    await typeIn(page, 'sara.nieto', 'Olmo7-Trinche-Vekal-93');
    await terms.getByRole('button', { name: 'Acepto', exact: true }).click();
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Auditorías' }).waitFor();

    await page.goto(`${url}${link.pathname}${link.hash}`);
    await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor();
  });
});

describe('a session', () => {
  it('that is ended from another browser is over there at once, and says so', async () => {
    const here = await stage().visitor();
    const there = await stage().visitor();
    for (const { page, url } of [there, here]) {
      await page.goto(`${url}/profile/`);
      await typeIn(page, 'felipe.rincon');
      await page.getByRole('heading', { name: 'Sesiones abiertas' }).waitFor();
    }
    const { page } = here;
    const end = page.getByRole('button', { name: /^Cerrar la sesión de/ });
    await expect.poll(() => end.count()).toBe(1);
    await end.click();
    await page
      .getByRole('dialog', { name: 'Cerrar sesiones' })
      .getByLabel('Contraseña actual')
      .fill(PASSWORD);
    await page.keyboard.press('Enter');
    await there.page
      .getByRole('alert')
      .getByText('Sesión ha expirado, por favor ingresar nuevamente.', { exact: true })
      .waitFor();
    await there.page.getByLabel('Usuario').waitFor();
    await expect.poll(() => end.count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Sesiones abiertas');
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
