import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../screens.fixture.tsx';
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
    // Deleting each kind follows what is said of all: eight kinds and the general key.
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
