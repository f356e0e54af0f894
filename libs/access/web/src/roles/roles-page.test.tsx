import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refused, show } from '../screens.fixture.tsx';
import { RolesPage } from './roles-page.tsx';

const own = '0193b1a2-0000-7000-8000-0000000000aa';
const row = (id: string, key: string, part: object = {}) => ({
  id,
  key,
  nombre: key,
  description: '',
  grupo: 'operative',
  propio: false,
  usuarios: 2,
  permissions: { 'plan.*': 1 },
  ...part,
});
const answers = {
  'GET /user_roles/': () => [
    row('ADMIN', 'ADMIN', { permissions: { '*': 1 } }),
    row('PM', 'PM'),
    row('SR', 'SR'),
    row(own, 'SR', { nombre: 'Líder junior', propio: true, usuarios: 0, permissions: {} }),
  ],
};
const administrator = { permissions: { '*': 1 }, role: 'ADMIN' };

afterEach(() => vi.restoreAllMocks());

async function openPlan() {
  await userEvent.click(await screen.findByText('Plan de auditoría'));
}

describe('the matrix of a role', () => {
  it('shows what would change, key by key, and saves it with a reason', async () => {
    const path = '/user_roles/PM/permissions/';
    const { of } = show(
      <RolesPage />,
      { ...answers, [`POST ${path}`]: () => ({ permissions: {} }) },
      administrator,
    );
    await openPlan();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Eliminar elementos' }),
      'Solo lo que crea',
    );
    // The permissions to delete each type inherit from the wildcard: eight types and the general key.
    expect(screen.getByText('Cambian 9 permisos')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Revisar y guardar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revisar y guardar' });
    expect(within(dialog).getByText('Aplica de inmediato a 2 personas.')).toBeInTheDocument();
    expect(within(dialog).getByText('Eliminar pasos').parentElement).toHaveTextContent(
      'Todo → Solo lo que crea',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Guardar los permisos' }));
    await vi.waitFor(() => expect(of('POST', path)).toHaveLength(1));
    expect(of('POST', path)).toMatchObject([
      {
        body: { permissions: { 'plan.*': 1, 'plan.treeitem__delete': { '2': 1 } }, motivo: 'requested' },
      },
    ]);
  });

  it('is not saved over what somebody else saved meanwhile: the changes are shown over that', async () => {
    const path = '/user_roles/PM/permissions/';
    const newer = row('PM', 'PM', { permissions: { 'plan.*': 1, 'plan.treeitem__move': 0 } });
    const outdated = new Refused(409, 'role_changed', 'Otra persona cambió este rol.');
    let isChanged = false;
    const { of } = show(
      <RolesPage />,
      {
        'GET /user_roles/': () => (isChanged ? [newer] : answers['GET /user_roles/']()),
        [`POST ${path}`]: () => {
          if (isChanged) return { permissions: {} };
          isChanged = true;
          return outdated;
        },
      },
      administrator,
    );
    await openPlan();
    const choose = screen.getByRole('combobox', { name: 'Editar elementos' });
    await userEvent.selectOptions(choose, 'No');
    await userEvent.click(screen.getByRole('button', { name: 'Revisar y guardar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revisar y guardar' });
    const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Guardar los permisos' }));
    await save();
    expect(await within(dialog).findByText('Otra persona cambió este rol.')).toBeInTheDocument();
    expect(screen.getByText('Cambia un permiso')).toBeInTheDocument();
    await save();
    await vi.waitFor(() => expect(of('POST', path)).toHaveLength(2));
    expect(of('POST', path)).toMatchObject([
      { body: { permissions: { 'plan.treeitem__edit': 0 }, previous: { 'plan.*': 1 } } },
      {
        body: {
          permissions: { ...newer.permissions, 'plan.treeitem__edit': 0 },
          previous: newer.permissions,
        },
      },
    ]);
  });

  it('keeps what is not saved while another role is looked at, until it is discarded', async () => {
    show(<RolesPage />, answers, administrator);
    await openPlan();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mover elementos' }), 'No');
    await userEvent.click(screen.getByRole('button', { name: /^Líder\s?Operativo/ }));
    expect(screen.queryByRole('button', { name: 'Descartar' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Gerente o director/ }));
    expect(screen.getByText('Cambia un permiso')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByText('Cambia un permiso')).toBeNull();
  });

  it('asks before the page is left with something unsaved', async () => {
    const { router } = show(<RolesPage />, answers, administrator);
    await openPlan();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mover elementos' }), 'No');
    await act(() => router.navigate('/configuraciones/'));
    const question = await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' });
    expect(router.state.location.pathname).toBe('/');
    await userEvent.click(within(question).getByRole('button', { name: 'Descartar los cambios' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/configuraciones/'));
  });

  it("of administrators is everybody's to read and nobody's to change", async () => {
    show(<RolesPage />, answers, administrator);
    await userEvent.click(await screen.findByRole('button', { name: /^Administrador/ }));
    await openPlan();
    expect(screen.getByRole('combobox', { name: 'Mover elementos' })).toBeDisabled();
  });

  it('shows only what is looked for, says how much that is, and all of it again on Esc', async () => {
    show(<RolesPage />, answers, administrator);
    await screen.findByText('Plan de auditoría');
    const find = () => screen.getByRole('textbox', { name: 'Buscar permiso o módulo' });
    await userEvent.type(find(), 'plan mover');
    expect(screen.getByRole('combobox', { name: 'Mover elementos' })).toBeVisible();
    expect(screen.queryByText('Usuarios')).toBeNull();
    expect(screen.getByText('Un permiso coincide')).toHaveAttribute('role', 'status');
    // The search text is kept when another role is opened.
    await userEvent.click(screen.getByRole('button', { name: /^Líder\s?Operativo/ }));
    expect(screen.getByRole('combobox', { name: 'Mover elementos' })).toBeVisible();
    await userEvent.type(find(), ' nada');
    expect(screen.getByText('Ningún permiso coincide')).toBeInTheDocument();
    await userEvent.type(find(), '{Escape}');
    expect(find()).toHaveValue('');
    expect(screen.getByText('Usuarios')).toBeVisible();
  });

  it('is copied between roles of one type only', async () => {
    show(<RolesPage />, answers, administrator);
    await userEvent.click(await screen.findByRole('button', { name: /^Líder junior/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Más acciones de Líder junior' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).queryByRole('menuitem', { name: 'Gerente o director' })).toBeNull();
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Líder' }));
    expect(screen.getByRole('button', { name: 'Revisar y guardar' })).toBeInTheDocument();
  });
});

describe('a role of the account', () => {
  it.each(['Gerente', 'gerente o director', 'Auditor', 'Plan owner'])(
    'is not named as a built-in one: %s',
    async (name) => {
      const { of } = show(<RolesPage />, answers, administrator);
      await userEvent.click(await screen.findByRole('button', { name: 'Crear rol' }));
      const dialog = await screen.findByRole('dialog', { name: 'Crear rol' });
      await userEvent.type(within(dialog).getByLabelText(/Nombre/), `${name}{Enter}`);
      expect(
        within(dialog).getByText('Así se llama un rol del producto: use otro nombre.'),
      ).toBeInTheDocument();
      expect(of('POST', '/paramlists/usuario_rol/')).toEqual([]);
    },
  );

  it('is created of a type, never as a second administrator', async () => {
    const made = row('0193b1a2-0000-7000-8000-0000000000ab', 'JR', { nombre: 'Pasante', propio: true });
    const { of } = show(
      <RolesPage />,
      { ...answers, 'POST /paramlists/usuario_rol/': () => made },
      administrator,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Crear rol' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear rol' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Crear rol' }));
    expect(within(dialog).getByText('Nombre: es obligatorio.')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText(/Nombre/), 'Pasante{Enter}');
    await vi.waitFor(() => expect(of('POST', '/paramlists/usuario_rol/')).toHaveLength(1));
    expect(of('POST', '/paramlists/usuario_rol/')).toMatchObject([
      { body: { nombre: 'Pasante', key: 'JR', copia_de: 'JR' } },
    ]);
  });
});
