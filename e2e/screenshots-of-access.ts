import type { Page } from 'playwright-core';
import type { EnterOptions, Stage } from './support/stage.ts';

type Shoot = (page: Page, name: string) => Promise<void>;

/** Screens of access: sign-in, profile, settings and the product's accounts. */
export async function accessScreens(stage: Stage, options: EnterOptions, shoot: Shoot): Promise<void> {
  const visitor = await stage.visitor(options);
  await wayIn(visitor.page, visitor.url, shoot);
  const { page, url } = await stage.enter('beatriz.cano', options);
  const open = async (path: string, word: string) => {
    await page.goto(`${url}${path}`);
    await page.getByText(word).first().waitFor();
  };
  await open('/profile/', 'Este equipo');
  await shoot(page, 'profile');
  await page.getByRole('button', { name: 'Cambiar la contraseña' }).click();
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta');
  await shoot(page, 'profile-password');
  await open('/configuraciones/', 'Roles y permisos');
  await shoot(page, 'settings');
  await open('/configuraciones/general/', 'Mostrar la barra lateral');
  await page.getByLabel('Video de primeros pasos').fill('http://video.example');
  await page.getByText('Hay datos con errores.').waitFor();
  await shoot(page, 'settings-general');
  await users(page, open, shoot);
  await open('/configuraciones/cupos/', 'Claudia Restrepo');
  await shoot(page, 'slots');
  await page.getByRole('button', { name: 'Asignar', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Asignar' }).click();
  await page.getByText('Hay campos obligatorios pendientes.').waitFor();
  await shoot(page, 'slots-assign');
  await open('/configuraciones/roles/', 'Plan de auditoría');
  await shoot(page, 'roles');
  await page.getByRole('textbox', { name: 'Buscar permiso o módulo' }).fill('riesgos');
  await shoot(page, 'roles-find');
  await page.getByRole('combobox', { name: 'Agregar riesgos' }).selectOption('none');
  await page.getByRole('button', { name: 'Revisar y guardar' }).click();
  await page.getByRole('dialog', { name: 'Revisar y guardar' }).waitFor();
  await shoot(page, 'roles-review');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await security(page, open, shoot);
  await product(page, open, shoot);
  const refused = await stage.enter('marta.suarez', options);
  await refused.page.goto(`${refused.url}/auditorias/papelera/`);
  await refused.page.getByRole('heading', { name: 'Página no autorizada' }).waitFor();
  await shoot(refused.page, 'refused');
}

type Open = (path: string, word: string) => Promise<void>;

async function wayIn(page: Page, url: string, shoot: Shoot): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Usuario').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Hay campos obligatorios pendientes.').waitFor();
  await shoot(page, 'sign-in-missing');
  await page.getByLabel('Usuario').fill('nadie.nunca');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '¿Olvidó su contraseña?' }).click();
  await page.getByRole('heading').first().waitFor();
  await shoot(page, 'forgot');
  await page.goto(`${url}/profile/ResetPassword/`);
  await page.getByRole('heading', { name: 'Este enlace no sirve' }).waitFor();
  await shoot(page, 'reset-broken');
}

async function users(page: Page, open: Open, shoot: Shoot): Promise<void> {
  await open('/configuraciones/usuarios/', 'claudia.restrepo');
  await shoot(page, 'users');
  // A row of a table or, on a phone, an entry of a list.
  await page.getByText('Claudia Restrepo', { exact: true }).first().click();
  const panel = page.getByRole('dialog', { name: 'Claudia Restrepo' });
  await panel.getByText('Guardar').first().waitFor();
  await shoot(page, 'user');
  await panel.getByRole('tab', { name: 'Acceso' }).click();
  await panel.getByText('Bloquear').first().waitFor();
  await shoot(page, 'user-access');
  await open('/configuraciones/usuarios/', 'claudia.restrepo');
  await page.getByRole('button', { name: 'Crear usuario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Crear usuario' }).click();
  await page.getByText('Hay campos obligatorios pendientes.').waitFor();
  await shoot(page, 'user-create');
}

async function security(page: Page, open: Open, shoot: Shoot): Promise<void> {
  await open('/configuraciones/seguridad/', 'Largo mínimo');
  for (const [index, tab] of (await page.getByRole('tab').all()).entries()) {
    await tab.click();
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(page, `security-${index + 1}`);
  }
}

async function product(page: Page, open: Open, shoot: Shoot): Promise<void> {
  await open('/abadmin/', 'Frailejón');
  await shoot(page, 'accounts');
  await page.getByRole('button', { name: /^Frailejón/ }).click();
  const panel = page.getByRole('dialog');
  for (const [name, tab] of [
    ['account', 'Datos'],
    ['account-slots', 'Cupos'],
    ['account-consultants', 'Consultores'],
  ] as const) {
    await panel.getByRole('tab', { name: tab }).click();
    await panel.getByRole('tabpanel').waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(page, name);
  }
  await open('/abadmin/', 'Frailejón');
  await page.getByRole('button', { name: 'Abrir cuenta' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir cuenta' }).click();
  await page.getByText('Hay campos obligatorios pendientes.').waitFor();
  await shoot(page, 'account-open');
}
