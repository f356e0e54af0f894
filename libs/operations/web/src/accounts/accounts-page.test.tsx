import { productCalls, type AccountRow, type SlotRow } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { createI18n, type Language } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { operationsTranslations } from '../translations.ts';
import { sampleAccount, sampleConsultant, sampleSlot } from './account-samples.fixture.ts';
import { AccountsPage } from './accounts-page.tsx';
import { consultantState } from './consultants-tab.tsx';
import { personFaults } from './person-fields.tsx';
import { datesFault } from './slot-dialogs.tsx';
import { countSlots } from './slots-tab.tsx';

interface Given {
  readonly accounts?: readonly AccountRow[];
  readonly slots?: readonly SlotRow[];
  readonly mayEdit?: boolean;
  readonly at?: string;
  readonly refuse?: ApiError;
  readonly language?: Language;
}

/** Renders the page; `sent` collects its calls that change data. */
function show({
  accounts = [sampleAccount()],
  slots = [],
  mayEdit = true,
  at = '/abadmin/',
  ...given
}: Given = {}) {
  const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const change = (method: string, answer: unknown) => async (path: string, body: unknown) => {
    sent.push({ method, path, body });
    if (given.refuse) throw given.refuse;
    return answer;
  };
  const workspace = givenWorkspace({
    api: {
      get: async (path: string) => (path.endsWith('/slots/') ? slots : accounts),
      post: change('POST', accounts[0]),
      put: change('PUT', accounts[0]),
      delete: (path: string, options: { readonly query?: unknown }) =>
        change('DELETE', { removed: true })(path, options.query),
    },
    can: () => mayEdit,
  });
  const resources = [uiTranslations, operationsTranslations];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiProvider i18n={createI18n({ resources, language: given.language ?? 'es' })} env="test">
        <WorkspaceProvider workspace={workspace}>
          <MemoryRouter initialEntries={[at]}>
            <AccountsPage />
          </MemoryRouter>
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  return { sent, user: userEvent.setup() };
}

const account = sampleAccount();
const opened = `/abadmin/?cuenta=${account.id}`;

describe('the accounts of the installation', () => {
  it('are told with how they stand, and found by name without accents', async () => {
    const other = sampleAccount({ id: crypto.randomUUID(), account_name: 'Álvarez y Cía.', suspended: true });
    const { user } = show({ accounts: [account, other] });
    await screen.findByRole('button', { name: 'Andina S.A.' });
    expect(screen.getByText('2 filas')).toBeInTheDocument();
    expect(screen.getByText('Suspendida')).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /Andina/ });
    expect(row).toHaveTextContent('12 de 20');
    expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain('1 GB de 5 GB');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar cuenta o paquete' }), 'alvarez');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Andina S.A.' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Álvarez y Cía.' })).toBeInTheDocument();
  });

  it('are ordered by their headings, from the name on', async () => {
    const other = sampleAccount({
      id: crypto.randomUUID(),
      account_name: 'Zipa S.A.',
      users: account.users + 1,
    });
    const { user } = show({ accounts: [other, account] });
    await screen.findByRole('button', { name: 'Andina S.A.' });
    const order = () => screen.getAllByRole('button', { name: /S\.A\.$/ }).map((one) => one.textContent);
    expect(order()).toEqual(['Andina S.A.', 'Zipa S.A.']);
    await user.click(screen.getByRole('button', { name: 'Personas' }));
    await user.click(screen.getByRole('button', { name: 'Personas' }));
    expect(order()).toEqual(['Zipa S.A.', 'Andina S.A.']);
  });

  it('are complete in English', async () => {
    show({ language: 'en', at: opened });
    expect(await screen.findByRole('dialog', { name: 'Andina S.A.' })).toHaveTextContent('Allowed addresses');
    expect(document.body).not.toHaveTextContent('operations-web');
  });

  it('can only be looked at by whoever may not change them', async () => {
    show({ mayEdit: false, at: opened });
    const panel = await screen.findByRole('dialog', { name: 'Andina S.A.' });
    expect(screen.queryByRole('button', { name: 'Abrir cuenta' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Suspender' })).toBeNull();
    expect(within(panel).getByRole('textbox', { name: /Nombre de la cuenta/ })).toBeDisabled();
  });
});

describe('an account', () => {
  it('is changed by what differs alone, with the reason', async () => {
    const { sent, user } = show({ at: opened });
    const panel = await screen.findByRole('dialog', { name: 'Andina S.A.' });
    const save = within(panel).getByRole('button', { name: 'Guardar' });
    expect(save).toBeDisabled();
    const name = within(panel).getByRole('textbox', { name: /Nombre de la cuenta/ });
    await user.clear(name);
    await user.type(name, 'Andina Grupo');
    await user.type(within(panel).getByRole('textbox', { name: 'Detalle del motivo' }), 'Otrosí 2');
    await user.click(save);
    await waitFor(() =>
      expect(sent).toEqual([
        {
          method: 'PUT',
          path: `/abadmin/accounts/${account.id}/`,
          body: { account_name: 'Andina Grupo', motivo: 'contract', motivo_texto: 'Otrosí 2' },
        },
      ]),
    );
    expect(productCalls.changeAccount.body?.safeParse(sent[0]?.body).success).toBe(true);
  });

  it('is not sent while something is wrong with it', async () => {
    const { sent, user } = show({ at: opened });
    const panel = await screen.findByRole('dialog', { name: 'Andina S.A.' });
    await user.clear(within(panel).getByRole('textbox', { name: /Nombre de la cuenta/ }));
    await user.type(within(panel).getByRole('textbox', { name: /Direcciones permitidas/ }), '\n300.1.1.1');
    await user.click(within(panel).getByRole('button', { name: 'Guardar' }));
    expect(panel).toHaveTextContent('Campo requerido.');
    expect(panel).toHaveTextContent('Hay una dirección o un rango no válido.');
    expect(sent).toEqual([]);
  });

  it('shows why it was refused, and keeps what was written', async () => {
    const refuse = new ApiError(409, {
      error: 'Ya existe una cuenta con ese nombre.',
      code: 'account_exists',
    });
    const { user } = show({ at: opened, refuse });
    const panel = await screen.findByRole('dialog', { name: 'Andina S.A.' });
    const pkg = within(panel).getByRole('textbox', { name: /Paquete/ });
    await user.clear(pkg);
    await user.type(pkg, 'firmas');
    await user.click(within(panel).getByRole('button', { name: 'Guardar' }));
    expect(await within(panel).findByRole('alert')).toHaveTextContent('Ya existe una cuenta con ese nombre.');
    expect(pkg).toHaveValue('firmas');
  });

  it('is suspended only after asking', async () => {
    const { sent, user } = show({ at: opened });
    await user.click(await screen.findByRole('button', { name: 'Suspender' }));
    const question = await screen.findByRole('dialog', { name: 'Suspender la cuenta' });
    expect(sent).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Suspender' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ suspended: true, motivo: 'contract' }));
  });

  it('is opened with its first administrator', async () => {
    const { sent, user } = show();
    await user.click(await screen.findByRole('button', { name: 'Abrir cuenta' }));
    const dialog = await screen.findByRole('dialog', { name: 'Abrir cuenta' });
    await user.click(within(dialog).getByRole('button', { name: 'Abrir cuenta' }));
    expect(within(dialog).getAllByText('Campo requerido.')).toHaveLength(5);
    expect(within(dialog).getByText('Hay campos obligatorios pendientes.')).toBeInTheDocument();
    const write = (field: RegExp, text: string) =>
      user.type(within(dialog).getByRole('textbox', { name: field }), text);
    await write(/Nombre de la cuenta/, 'Nueva');
    await write(/Nombres/, 'Eva');
    await write(/Apellidos/, 'Paz');
    await write(/Usuario/, 'eva.paz');
    await write(/Correo/, 'eva@nueva.co');
    await user.click(within(dialog).getByRole('button', { name: 'Abrir cuenta' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/abadmin/accounts/',
      body: {
        account_name: 'Nueva',
        pkg: 'audit',
        edition: 'internal',
        quota: null,
        admin: { username: 'eva.paz' },
      },
    });
    expect(productCalls.openAccount.body?.safeParse(sent[0]?.body).success).toBe(true);
  });
});

describe('its slots', () => {
  const free = sampleSlot();
  const taken = sampleSlot({
    slotId: crypto.randomUUID(),
    state: 'assigned',
    user: crypto.randomUUID(),
    first_name: 'Ana',
    last_name: 'Ruiz',
  });

  it('are told by type; only those that nobody has can be removed', async () => {
    const { sent, user } = show({ at: opened, slots: [free, taken] });
    await user.click(await screen.findByRole('tab', { name: 'Cupos' }));
    expect(await screen.findByRole('list', { name: 'Cupos por tipo' })).toHaveTextContent('Auditor 1 de 2');
    expect(screen.queryByRole('button', { name: 'Quitar el cupo de Ana Ruiz' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Quitar el cupo de Auditor' }));
    const question = await screen.findByRole('dialog', { name: 'Quitar cupo' });
    await user.click(within(question).getByRole('button', { name: 'Quitar cupo' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          method: 'DELETE',
          path: `/abadmin/accounts/${account.id}/slots/${free.slotId}/`,
          body: { motivo: 'contract' },
        },
      ]),
    );
  });

  it('are created several at once', async () => {
    const { sent, user } = show({ at: opened });
    await user.click(await screen.findByRole('tab', { name: 'Cupos' }));
    await user.click(await screen.findByRole('button', { name: 'Crear cupos' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear cupos' });
    const count = within(dialog).getByRole('textbox', { name: /Cuántos/ });
    await user.clear(count);
    await user.type(count, '25');
    await user.click(within(dialog).getByRole('button', { name: 'Crear cupos' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ type: 'auditor', pool: 'account', count: 25 }));
    expect(productCalls.createSlots.body?.safeParse(sent[0]?.body).success).toBe(true);
  });

  it('are counted by type', () => {
    expect(countSlots([free, taken, sampleSlot({ type: 'guest' })])).toEqual([
      { type: 'auditor', total: 2, assigned: 1 },
      { type: 'guest', total: 1, assigned: 0 },
    ]);
  });

  it.each([
    ['2026-01-01', '', null],
    ['2026-01-01', '2026-01-01', null],
    ['2026-01-02', '2026-01-01', 'reversed'],
    ['', '2026-01-01', 'required'],
  ])('from %s until %s: %s', (start, due, fault) => expect(datesFault({ start, due })).toBe(fault));
});

describe('its consultants', () => {
  it('are renewed and revoked, each after asking', async () => {
    const consultant = sampleConsultant();
    const { sent, user } = show({ at: opened, accounts: [sampleAccount({ consultants: [consultant] })] });
    await user.click(await screen.findByRole('tab', { name: 'Consultores' }));
    expect(await screen.findByText('hasta el 31/01/2099')).toBeInTheDocument();
    for (const [button, verb] of [
      ['Renovar', 'Renovar acceso'],
      ['Revocar', 'Revocar acceso'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: `${button} el acceso de Marta Gil` }));
      const question = await screen.findByRole('dialog', { name: verb });
      await user.click(within(question).getByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: verb })).toBeNull());
    }
    const path = `/abadmin/accounts/${account.id}/consultants/${consultant.user}/`;
    expect(sent.map(({ method, path: to }) => [method, to])).toEqual([
      ['PUT', path],
      ['DELETE', path],
    ]);
  });

  it.each([
    [false, '2026-02-01T00:00:00.000Z', 'in'],
    [false, '2026-01-01T00:00:00.000Z', 'over'],
    [true, '2026-02-01T00:00:00.000Z', 'revoked'],
  ])('revoked %s, until %s: %s', (revoked, until, state) => {
    expect(consultantState({ revoked, until }, Date.parse('2026-01-01T00:00:00.000Z'))).toBe(state);
  });

  it('need a name, a user name and an e-mail', () => {
    const whole = { username: 'a.b', first_name: 'A', last_name: 'B', email: 'a@b.co' };
    expect(personFaults(whole)).toEqual({});
    expect(personFaults({ ...whole, email: 'a@', first_name: ' ' })).toEqual({
      first_name: 'required',
      email: 'email',
    });
  });
});
