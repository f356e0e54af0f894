import '@testing-library/jest-dom/vitest';
import type { UserRow } from '@cotejo/access-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { CompanyRow } from '@cotejo/structure-contracts';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { CreateAuditPage } from './create-audit-page.tsx';
import type { PlannedAudits, PlannedFacts } from './planned-facts.ts';
import { createAuditTranslations } from './words.ts';

const ME = '00000000-0000-4000-8000-00000000000a';
const ana: UserRow = {
  ...{ id: ME, username: 'ana.gil', first_name: 'Ana', last_name: 'Gil', role: 'PM', user_type: 'auditor' },
  ...{ sigla: 'AG', position: null, active: true },
};
const templates = [
  { id: 'estandar', record_type: 'plan', nombre: 'Estándar', descripcion: '', fases: ['Planeación'] },
  { id: 'programa', record_type: 'plan', nombre: 'Programa', descripcion: '', fases: ['Ejecución'] },
  { id: 'icce', record_type: 'icce', nombre: 'ICCE', descripcion: '', fases: [] },
];

/** The account's structure; most tests have none. */
let structure: readonly CompanyRow[] = [];
beforeEach(() => (structure = []));
// Not after a test: the draft is also stored when the page is closed.
beforeEach(() => localStorage.clear());

/** Opens a step of the wizard; `post` answers the creation. */
function open(
  paso: string,
  post: (path: string, body: unknown) => unknown = vi.fn(),
  may = true,
  plan: PlannedAudits = { read: async () => null, link: async () => undefined },
) {
  const get = async (path: string) => {
    if (path.startsWith('/users')) return [ana];
    if (path.includes('siguiente-codigo')) return { codigo: 'AUD-2026-009' };
    if (path === '/empresas/') return structure;
    return path.includes('plantillas') ? templates : [];
  };
  const workspace = givenWorkspace({
    api: { get, post },
    me: { id: ME, accountId: ME },
    can: (permission) => may || permission !== 'plan.finding__icce',
  });
  const resources = [
    uiTranslations,
    auditsTranslations,
    auditsContractsTranslations,
    createAuditTranslations,
  ];
  const router = createMemoryRouter([{ path: '*', element: <CreateAuditPage plan={plan} /> }], {
    initialEntries: [`/auditorias/nueva/?paso=${paso}`],
  });
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceProvider workspace={workspace}>
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  return router;
}

const goTo = (user: ReturnType<typeof userEvent.setup>, step: string) =>
  user.click(screen.getByRole('link', { name: new RegExp(`^${step}`) }));

it('sends what was chosen at all steps, with the template and the leader that are suggested', async () => {
  const user = userEvent.setup();
  const post = vi.fn((_path: string, _body: unknown) => new Promise<never>(() => undefined));
  open('alcance', post);
  await user.type(await screen.findByLabelText('Procesos en el alcance'), 'Compras');
  await goTo(user, 'Datos generales');
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Ciclo de compras');
  expect(await screen.findByPlaceholderText('AUD-2026-009')).toBeVisible();
  await goTo(user, 'Resumen');
  await user.click(screen.getByRole('button', { name: 'Crear auditoría' }));
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.lastCall?.[1]).toMatchObject({
    ...{ nombre: 'Ciclo de compras', plantilla: 'estandar', lider: ME, procesos: ['Compras'] },
  });
});

describe('from a planned row', () => {
  const facts: PlannedFacts = {
    ...{ row: 'r1', name: 'Tesorería', kind: 'plan', year: 2027, start: '2027-02-01', end: '2027-04-30' },
    ...{ frequency: 'PRG', minutes: 6_000, cost: null, leader: ME, team: [] },
  };
  const planOf = (read: PlannedFacts | null) => ({
    read: async () => read,
    link: vi.fn(async () => undefined),
  });

  it('has its facts, and is linked with it once it is created', async () => {
    const user = userEvent.setup();
    const post = vi.fn(async (_path: string, _body: unknown) => ({
      id: ME,
      codigo: 'AUD-2027-001',
      projected: false,
    }));
    const plan = planOf(facts);
    const router = open('tipo&fila=r1', post, true, plan);
    await screen.findByText(/Se crea desde el plan anual de 2027: «Tesorería»/);
    expect(screen.getByRole('radio', { name: 'ICCE' })).toBeDisabled();
    await goTo(user, 'Alcance');
    await user.type(await screen.findByLabelText('Procesos en el alcance'), 'Pagos');
    await goTo(user, 'Datos generales');
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Tesorería');
    await goTo(user, 'Resumen');
    await user.click(screen.getByRole('button', { name: 'Crear auditoría' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/auditorias/plan/'));
    expect(post.mock.lastCall?.[1]).toMatchObject({ nombre: 'Tesorería', horas_presupuestadas: 100 });
    expect(plan.link).toHaveBeenCalledExactlyOnceWith('r1', ME);
  });

  it('asks before it takes the place of another draft', async () => {
    const user = userEvent.setup();
    const first = open('datos');
    await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Ciclo');
    await vi.waitFor(() => expect(localStorage.getItem(`draft:${ME}:create-audit:${ME}`)).toContain('Ciclo'));
    cleanup();
    first.dispose();
    open('tipo&fila=r1', vi.fn(), true, planOf(facts));
    await user.click(await screen.findByRole('button', { name: 'Seguir con el borrador' }));
    await goTo(user, 'Datos generales');
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveValue('Ciclo');
  });

  it('is refused for a row whose audit exists', async () => {
    open('tipo&fila=r1', vi.fn(), true, planOf(null));
    expect(await screen.findByText(/ya existe, o la fila está aplazada/)).toBeVisible();
  });
});

describe('the scope by business unit', () => {
  const named = (nombre: string) => ({ id: crypto.randomUUID(), codigo: null, nombre });
  const andina = {
    ...named('Andina S.A.'),
    unidades_negocio: [
      { ...named('Alimentos'), procesos: [named('Compras'), named('Ventas')] },
      { ...named('Tecnología'), procesos: [named('Accesos')] },
      { ...named('Logística'), procesos: [] },
    ],
  };
  const field = (name: string) => screen.getByRole('combobox', { name });
  const sent = (post: ReturnType<typeof vi.fn>): unknown =>
    (post.mock.lastCall as [string, { unidades: unknown }])[1].unidades;

  async function addUnit(user: ReturnType<typeof userEvent.setup>, post = vi.fn()) {
    post.mockImplementation(() => new Promise(() => undefined));
    open('alcance', post);
    await user.click(await screen.findByRole('button', { name: 'Agregar unidad de negocio' }));
    await screen.findByRole('combobox', { name: 'Empresa' });
    return post;
  }
  const choose = async (user: ReturnType<typeof userEvent.setup>, name: string, option: string) => {
    await user.click(field(name));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  it('is chosen from the structure: a name that is not in it is not taken', async () => {
    structure = [andina];
    const user = userEvent.setup();
    const post = await addUnit(user);
    await user.type(field('Empresa'), 'Otra');
    await user.tab();
    expect(field('Empresa')).toHaveValue('');
    expect(field('Unidad de negocio')).toBeDisabled();
    await choose(user, 'Empresa', 'Andina S.A.');
    await choose(user, 'Unidad de negocio', 'Alimentos');
    await user.click(field('Procesos de la unidad'));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Compras',
      'Ventas',
    ]);
    await user.click(screen.getByRole('option', { name: 'Ventas' }));
    await user.type(field('Procesos de la unidad'), 'Mesa de ayuda{Enter}');
    await goTo(user, 'Datos generales');
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Ventas');
    await goTo(user, 'Resumen');
    await user.click(screen.getByRole('button', { name: 'Crear auditoría' }));
    await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
    expect(sent(post)).toEqual([
      { empresa: 'Andina S.A.', unidad: 'Alimentos', procesos: ['Ventas'], riesgos: [] },
    ]);
  });

  it('of another unit has no processes of the one before, and is written where the unit has none', async () => {
    structure = [andina];
    const user = userEvent.setup();
    await addUnit(user);
    await choose(user, 'Empresa', 'Andina S.A.');
    await choose(user, 'Unidad de negocio', 'Alimentos');
    await choose(user, 'Procesos de la unidad', 'Compras');
    await choose(user, 'Unidad de negocio', 'Logística');
    expect(screen.queryByText('Compras')).not.toBeInTheDocument();
    await user.type(field('Procesos de la unidad'), 'Transporte{Enter}');
    expect(screen.getByText('Transporte')).toBeInTheDocument();
  });

  it('is written by hand in an account without structure', async () => {
    const user = userEvent.setup();
    const post = await addUnit(user);
    await user.type(field('Empresa'), 'Nueva S.A.');
    await user.type(field('Unidad de negocio'), 'Planta');
    await user.type(field('Procesos de la unidad'), 'Molienda{Enter}');
    // Another name of the company keeps what is below it.
    await user.type(field('Empresa'), 'S.');
    await goTo(user, 'Datos generales');
    await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'Molienda');
    await goTo(user, 'Resumen');
    await user.click(screen.getByRole('button', { name: 'Crear auditoría' }));
    await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
    expect(sent(post)).toEqual([
      { empresa: 'Nueva S.A.S.', unidad: 'Planta', procesos: ['Molienda'], riesgos: [] },
    ]);
  });
});

it('leads to the first fault of the summary and shows it at its field', async () => {
  const user = userEvent.setup();
  const router = open('resumen');
  await screen.findByText('Estándar');
  await user.click(await screen.findByRole('button', { name: 'Crear auditoría' }));
  const scope = await screen.findByLabelText('Procesos en el alcance');
  expect(scope).toBeInvalid();
  expect(scope).toHaveFocus();
  expect(router.state.location.search).toBe('?paso=alcance');
});

it('shows no fault in a row that was added after the attempt', async () => {
  const user = userEvent.setup();
  open('datos');
  await user.click(await screen.findByRole('button', { name: 'Siguiente' }));
  expect(await screen.findByText('Campo requerido')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Agregar persona' }));
  expect(screen.getByRole('combobox', { name: 'Persona' })).toBeInTheDocument();
  expect(screen.queryByText('Elija una persona o quítela')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Siguiente' }));
  expect(await screen.findByText('Elija una persona o quítela')).toBeInTheDocument();
});

it('offers an ICCE audit no template and no evaluation', async () => {
  const user = userEvent.setup();
  open('tipo');
  await user.click(await screen.findByRole('radio', { name: 'ICCE' }));
  await goTo(user, 'Origen');
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    ...['blank', 'roll_forward', 'copy'],
  ]);
});

it.each([true, false])('offers the ICCE role to users with the right to give it: %s', async (may) => {
  const user = userEvent.setup();
  open('tipo', vi.fn(), may);
  await user.click(await screen.findByRole('radio', { name: 'ICCE' }));
  await goTo(user, 'Datos generales');
  await user.click(screen.getByRole('button', { name: 'Agregar persona' }));
  const [role] = screen.getAllByRole('combobox', { name: 'Rol' }).slice(-1);
  await user.click(role as HTMLElement);
  const roles = await screen.findAllByRole('option', { hidden: true });
  expect(roles.some(({ textContent }) => textContent === 'ICCE')).toBe(may);
});

it('keeps what was entered until the draft is discarded', async () => {
  const user = userEvent.setup();
  open('datos');
  await user.type(await screen.findByRole('textbox', { name: 'Nombre' }), 'Ciclo');
  const kept = () => localStorage.getItem(`draft:${ME}:create-audit:${ME}`);
  await vi.waitFor(() => expect(kept()).toContain('"name":"Ciclo"'));
  await user.click(screen.getByRole('button', { name: 'Descartar borrador' }));
  const [, discard] = await screen.findAllByRole('button', { name: 'Descartar borrador', hidden: true });
  await user.click(discard as HTMLElement);
  await vi.waitFor(() => expect(kept()).toBeNull());
});
