import { giveRoom } from '@cotejo/ui/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPerson, Refused, show } from '../screens.fixture.tsx';
import { aSession } from '../session/session-samples.fixture.ts';
import { UsersPage } from './users-page.tsx';

const locked = {
  ...aPerson,
  id: '0193b1a2-0000-7000-8000-000000000003',
  username: 'oscar.benitez',
  first_name: 'Óscar',
  last_name: 'Benítez',
  email: 'oscar@example.com',
  locked: true,
};
const roles = () => [];
const answers = { 'GET /users/': () => [aPerson, locked], 'GET /user_roles/': roles };
const administrator = { permissions: { '*': 1 }, role: 'ADMIN' };

beforeEach(giveRoom);
afterEach(() => vi.restoreAllMocks());

describe('the list of users', () => {
  it('shows each with their state, and narrows without accents', async () => {
    show(<UsersPage />, answers, administrator);
    const row = await screen.findByRole('row', { name: /Óscar Benítez/ });
    expect(row).toHaveTextContent('Bloqueado');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar' }), 'benitez');
    expect(await screen.findByText('1 de 2 filas')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Laura Pineda' })).toBeNull();
  });

  it('offers nothing that the person may not do', async () => {
    show(<UsersPage />, answers, { permissions: { 'users.access': 1, 'users.list': 1 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    expect(within(panel).getByLabelText(/Nombres/)).toBeDisabled();
    expect(within(panel).queryByRole('tab', { name: 'Historial' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Crear usuario' })).toBeNull();
    await userEvent.click(within(panel).getByRole('tab', { name: 'Acceso' }));
    expect(within(panel).queryByRole('button', { name: 'Bloquear' })).toBeNull();
  });
});

describe('creating a user', () => {
  it('says what is missing, suggests a user name, and sends the whole by keyboard', async () => {
    const { of } = show(
      <UsersPage />,
      { ...answers, 'POST /users/': () => ({ ...aPerson, id: locked.id }) },
      administrator,
    );
    await screen.findByRole('button', { name: 'Laura Pineda' });
    await userEvent.click(screen.getByRole('button', { name: 'Crear usuario' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear usuario' });
    await userEvent.type(within(dialog).getByLabelText(/Nombres/), 'Laura{Enter}');
    expect(within(dialog).getByText('Correo: es obligatorio.')).toBeInTheDocument();
    expect(within(dialog).getByText('Hay campos obligatorios pendientes.')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText(/Apellidos/), 'Pineda');
    expect(within(dialog).getByLabelText(/^Usuario/)).toHaveValue('laura.pineda2');
    await userEvent.type(within(dialog).getByLabelText(/Correo/), 'laura2@example.com{Enter}');
    await vi.waitFor(() => expect(of('POST', '/users/')).toHaveLength(1));
    expect(of('POST', '/users/')).toMatchObject([
      {
        body: {
          username: 'laura.pineda2',
          first_name: 'Laura',
          last_name: 'Pineda',
          email: 'laura2@example.com',
          role: 'JR',
          user_type: 'auditor',
          auth_method: 'password',
          motivo: 'joined',
          position: null,
        },
      },
    ]);
  });

  it('shows what the server says of one field at that field', async () => {
    const taken = new Refused(422, 'invalid', 'Datos con errores.', { email: 'Ya está en uso.' });
    show(<UsersPage />, { ...answers, 'POST /users/': () => taken }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Crear usuario' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear usuario' });
    await userEvent.type(within(dialog).getByLabelText(/Nombres/), 'Ana');
    await userEvent.type(within(dialog).getByLabelText(/Apellidos/), 'Gil');
    await userEvent.type(within(dialog).getByLabelText(/Correo/), 'ana@example.com{Enter}');
    expect(await within(dialog).findByText('Ya está en uso.')).toBeInTheDocument();
    expect(within(dialog).queryByText(/obligatorios/)).toBeNull();
  });

  it('shows a refusal that one field is to blame for at that field, and leads there', async () => {
    const taken = new Refused(409, 'username_taken', 'Ese nombre de usuario ya existe en la cuenta.');
    show(<UsersPage />, { ...answers, 'POST /users/': () => taken }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Crear usuario' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear usuario' });
    await userEvent.type(within(dialog).getByLabelText(/Nombres/), 'Ana');
    await userEvent.type(within(dialog).getByLabelText(/Apellidos/), 'Gil');
    await userEvent.type(within(dialog).getByLabelText(/Correo/), 'ana@example.com{Enter}');
    const field = within(dialog).getByLabelText(/^Usuario/);
    await vi.waitFor(() => expect(field).toHaveAccessibleDescription(/ya existe en la cuenta/));
    expect(await within(dialog).findByText('Hay datos con errores.')).toBeInTheDocument();
    expect(within(dialog).queryByRole('alert')).toBeNull();
    expect(field).toHaveFocus();
  });
});

describe('changing a user', () => {
  const path = `/users/${aPerson.id}/`;

  it('asks before what was typed is given up, also when another tab was looked at', async () => {
    show(<UsersPage />, answers, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    await userEvent.type(within(panel).getByLabelText('Cargo'), 'Líder');
    await userEvent.click(within(panel).getByRole('tab', { name: 'Acceso' }));
    await userEvent.click(screen.getByRole('button', { name: 'Óscar Benítez' }));
    const question = await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' });
    await userEvent.click(within(question).getByRole('button', { name: 'Seguir aquí' }));
    await userEvent.click(within(panel).getByRole('tab', { name: 'Datos' }));
    expect(within(panel).getByLabelText('Cargo')).toHaveValue('Líder');
    await userEvent.click(screen.getByRole('button', { name: 'Óscar Benítez' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar los cambios' }));
    expect(await screen.findByRole('dialog', { name: 'Óscar Benítez' })).toBeInTheDocument();
  });

  const myself = { ...aPerson, id: aSession.user.id, first_name: 'Yo' };

  it("leaves one's own role to others, and one's own e-mail where a directory vouches", async () => {
    const { profile } = show(
      <UsersPage />,
      { ...answers, 'GET /users/': () => [{ ...myself, auth_method: 'google' }] },
      administrator,
    );
    expect(profile.id).toBe(aSession.user.id);
    await userEvent.click(await screen.findByRole('button', { name: 'Yo Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Yo Pineda' });
    expect(within(panel).getByRole('combobox', { name: 'Rol' })).toBeDisabled();
    expect(within(panel).getAllByText(/Nadie cambia su propio acceso/)).toHaveLength(2);
    expect(within(panel).getByRole('textbox', { name: /^Correo/ })).toBeDisabled();
    expect(within(panel).getByLabelText('Cargo')).toBeEnabled();
  });

  it("asks for the present password before one's own e-mail changes", async () => {
    const own = `/users/${myself.id}/`;
    const wrong = new Refused(401, 'invalid_credentials', 'No es correcta.');
    let isRight = false;
    const { of } = show(
      <UsersPage />,
      {
        ...answers,
        'GET /users/': () => [myself],
        [`PUT ${own}`]: () => (isRight ? myself : wrong),
      },
      administrator,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Yo Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Yo Pineda' });
    const save = () => userEvent.click(within(panel).getByRole('button', { name: 'Guardar' }));
    expect(within(panel).queryByLabelText(/Contraseña actual/)).toBeNull();
    const email = within(panel).getByRole('textbox', { name: /^Correo/ });
    await userEvent.clear(email);
    await userEvent.type(email, 'yo@example.com');
    await userEvent.click(within(panel).getByRole('checkbox'));
    await save();
    expect(within(panel).getByText('Escriba su contraseña actual.')).toBeInTheDocument();
    expect(of('PUT', own)).toEqual([]);
    await userEvent.type(within(panel).getByLabelText(/Contraseña actual/), 'la-de-ahora');
    await save();
    expect(await within(panel).findByText('No es su contraseña actual.')).toBeInTheDocument();
    isRight = true;
    await save();
    await vi.waitFor(() => expect(of('PUT', own)).toHaveLength(2));
    expect(of('PUT', own)[1]).toMatchObject({
      body: { email: 'yo@example.com', current: 'la-de-ahora', consent: true },
    });
  });

  it('keeps what is typed while a save is on its way', async () => {
    let saved = aPerson;
    const { of } = show(
      <UsersPage />,
      {
        ...answers,
        'GET /users/': () => [saved],
        [`PUT ${path}`]: () => (saved = { ...aPerson, position: 'Líder' }),
      },
      administrator,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    await userEvent.type(within(panel).getByLabelText('Cargo'), 'Líder');
    fireEvent.click(within(panel).getByRole('button', { name: 'Guardar' }));
    fireEvent.change(within(panel).getByLabelText('Área'), { target: { value: 'TI' } });
    await vi.waitFor(() => expect(of('GET', '/users/')).toHaveLength(2));
    const save = within(panel).getByRole('button', { name: 'Guardar' });
    await vi.waitFor(() => expect(save).not.toHaveAttribute('data-loading'));
    expect(within(panel).getByLabelText('Área')).toHaveValue('TI');
    await userEvent.click(save);
    await vi.waitFor(() => expect(of('PUT', path)).toHaveLength(2));
    expect(of('PUT', path)).toMatchObject([
      { body: { position: 'Líder', area: null } },
      { body: { position: 'Líder', area: 'TI' } },
    ]);
  });

  it('needs consent for a new name or e-mail, not for another position', async () => {
    const { of } = show(<UsersPage />, { ...answers, [`PUT ${path}`]: () => aPerson }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    await userEvent.type(within(panel).getByLabelText('Cargo'), 'Líder');
    expect(within(panel).queryByRole('checkbox')).toBeNull();
    await userEvent.type(within(panel).getByLabelText(/Apellidos/), ' Gil');
    await userEvent.click(within(panel).getByRole('button', { name: 'Guardar' }));
    expect(within(panel).getByText(/Marque el consentimiento/)).toBeInTheDocument();
    expect(of('PUT', path)).toEqual([]);
    await userEvent.click(within(panel).getByRole('checkbox'));
    await userEvent.click(within(panel).getByRole('button', { name: 'Guardar' }));
    await vi.waitFor(() => expect(of('PUT', path)).toHaveLength(1));
    expect(of('PUT', path)).toMatchObject([
      { body: { last_name: 'Pineda Gil', position: 'Líder', consent: true, motivo: 'requested' } },
    ]);
  });

  const boss = { ...aPerson, role: 'ADMIN', role_id: 'ADMIN', user_type: 'administrator' };
  const differs = new Refused(409, 'slot_type_differs', 'Ese rol no corresponde al tipo del cupo.');

  it('changes the kind of person, and shows there that no place of that kind is theirs', async () => {
    const { of } = show(
      <UsersPage />,
      { ...answers, 'GET /users/': () => [boss], [`PUT ${path}`]: () => differs },
      administrator,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    await userEvent.click(within(panel).getByRole('combobox', { name: 'Tipo' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Administrador de TI' }));
    await userEvent.click(within(panel).getByRole('button', { name: 'Guardar' }));
    await vi.waitFor(() => expect(of('PUT', path)).toHaveLength(1));
    expect(of('PUT', path)).toMatchObject([
      { body: { role: 'ADMIN', user_type: 'it_administrator', motivo: 'requested' } },
    ]);
    const field = within(panel).getByRole('combobox', { name: 'Tipo' });
    await vi.waitFor(() => expect(field).toHaveAccessibleDescription(/tipo del cupo/));
  });

  it('says nothing of the kind of person where it was not changed', async () => {
    const { of } = show(<UsersPage />, { ...answers, [`PUT ${path}`]: () => aPerson }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    const panel = screen.getByRole('dialog', { name: 'Laura Pineda' });
    expect(within(panel).getByRole('combobox', { name: 'Tipo' })).toHaveValue('Auditor');
    await userEvent.type(within(panel).getByLabelText('Cargo'), 'Líder{Enter}');
    await vi.waitFor(() => expect(of('PUT', path)).toHaveLength(1));
    expect(of('PUT', path)[0]?.body).not.toHaveProperty('user_type');
  });

  it.each([
    ['none but the password', [], ['Contraseña']],
    ['a directory', ['azure_ad'], ['Contraseña', 'Directorio corporativo']],
  ])('offers the ways of signing in that there are: %s', async (_, external, offered) => {
    const shell = {
      development: false,
      telemetry: false,
      chat: { script: null, second_script: null },
      methods: ['password', ...external],
    };
    const { of } = show(<UsersPage />, { ...answers, 'GET /sys/shell/': () => shell }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Acceso' }));
    await vi.waitFor(() => expect(of('GET', '/sys/shell/')).toHaveLength(1));
    const field = screen.getByRole('combobox', { name: 'Ingreso' });
    if (offered.length === 1) {
      expect(field).toBeDisabled();
      return;
    }
    await vi.waitFor(() => expect(field).toBeEnabled());
    await userEvent.click(field);
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('locks with a reason, and shows a refusal in the dialog', async () => {
    const lock = `/user/${aPerson.id}/lock/`;
    const last = new Refused(409, 'last_administrator', 'Es el único administrador activo de la cuenta.');
    const { of } = show(<UsersPage />, { ...answers, [`PUT ${lock}`]: () => last }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Acceso' }));
    await userEvent.click(screen.getByRole('button', { name: 'Bloquear' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bloquear' });
    await userEvent.type(within(dialog).getByLabelText('Explicación (opcional)'), 'Salió de la firma');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Bloquear' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('único administrador');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar los cambios' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Bloquear' })).toBeNull());
    expect(of('PUT', lock)).toMatchObject([
      { body: { locked: true, motivo: 'requested', motivo_texto: 'Salió de la firma' } },
    ]);
  });

  it('ends somebody’s sessions with a reason, and shows a refusal in the dialog', async () => {
    const sessions = `/user/${aPerson.id}/sessions/`;
    const open = {
      id: locked.id,
      current: false,
      signed_in_at: '2026-11-20T12:00:00.000Z',
      last_seen_at: '2026-11-20T13:00:00.000Z',
      expires_at: '2026-11-21T12:00:00.000Z',
      ip: '10.0.0.7',
      device: 'Firefox · Windows',
      method: 'password',
    };
    const beyond = new Refused(403, 'beyond_own_rights', 'Puede más que usted.');
    const told: unknown[] = [beyond, { ended: 1 }];
    const { of } = show(
      <UsersPage />,
      { ...answers, [`GET ${sessions}`]: () => [open], [`DELETE ${sessions}`]: () => told.shift() },
      administrator,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Sesiones' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar todas las sesiones' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cerrar todas las sesiones' });
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Motivo' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Seguridad' }));
    await userEvent.type(within(dialog).getByLabelText('Explicación (opcional)'), 'Perdió el portátil');
    const submit = within(dialog).getByRole('button', { name: 'Cerrar todas las sesiones' });
    await userEvent.click(submit);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Puede más que usted');
    await userEvent.click(submit);
    await vi.waitFor(() => expect(screen.queryByText('Perdió el portátil')).toBeNull());
    const query = { motivo: 'security', motivo_texto: 'Perdió el portátil' };
    expect(of('DELETE', sessions)).toMatchObject([{ query }, { query }]);
    expect(of('GET', sessions).length).toBeGreaterThan(1);
  });

  it('shows a generated password once', async () => {
    const told = { ...aPerson, generated_password: 'cuarzo-lento-7' };
    show(<UsersPage />, { ...answers, [`PUT ${path}`]: () => told }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Laura Pineda' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Acceso' }));
    await userEvent.click(screen.getByRole('button', { name: 'Generar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Generar una contraseña' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Generar' }));
    expect(await screen.findByText('cuarzo-lento-7')).toBeInTheDocument();
  });
});
