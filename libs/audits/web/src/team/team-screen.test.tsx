import '@testing-library/jest-dom/vitest';
import type { UserRow } from '@cotejo/access-contracts';
import type { AuditId, CommitmentRead, TeamMemberRead } from '@cotejo/audits-contracts';
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { personId } from '../session/test-audit.fixture.ts';
import { openPlan } from '../worksheets/open-plan.fixture.tsx';

const user = userEvent.setup();
configure({ asyncUtilTimeout: 9_000 });
beforeEach(() => localStorage.clear());

const member = (id: string, name: string, over: Partial<TeamMemberRead> = {}): TeamMemberRead => ({
  usuario: { id, name, sigla: 'XX' },
  rol: { nombre: 'auditor' },
  horas_presupuestadas: 0,
  horas_cargadas: 0,
  costo_presupuestado: 0,
  fecha_inicio: null,
  fecha_fin: null,
  esta_activo: true,
  lidera: false,
  visitas: [],
  independencia: null,
  ...over,
});
const TEAM = [
  member(personId(1), 'Claudia Restrepo', {
    rol: { nombre: 'manager' },
    lidera: true,
    horas_presupuestadas: 12,
  }),
  member(personId(2), 'Laura Pineda', {
    ...{ horas_presupuestadas: 40.5, costo_presupuestado: 3_000_000, fecha_inicio: '2026-02-02' },
    independencia: { fecha: '2026-02-03T15:00:00.000Z', amenazas: 'Parentesco' },
  }),
  member(personId(3), 'Óscar Benítez', { esta_activo: false, horas_presupuestadas: 99 }),
];

const OTHERS: readonly CommitmentRead[] = [
  {
    auditoria: {
      id: personId(7) as string as AuditId,
      codigo: 'AUD-2026-005',
      nombre: 'Estados financieros',
    },
    ...{ rol: { nombre: 'auditor' }, horas_presupuestadas: 96 },
    ...{ fecha_inicio: '2026-02-01', fecha_fin: '2026-06-30' },
  },
  {
    ...{ auditoria: null, rol: { nombre: 'icce' }, horas_presupuestadas: 36 },
    ...{ fecha_inicio: null, fecha_fin: null },
  },
];
const userOf = (id: string, name: string, over: Partial<UserRow> = {}): UserRow => ({
  ...{ id, username: name, sigla: 'XX', role: 'JR', user_type: 'auditor', position: null, active: true },
  ...{ first_name: name.split(' ')[0] ?? '', last_name: name.split(' ')[1] ?? '', ...over },
});
const USERS: readonly UserRow[] = [
  userOf(personId(1), 'Claudia Restrepo'),
  userOf(personId(3), 'Óscar Benítez'),
  userOf(personId(4), 'Beatriz Cano'),
  userOf(personId(8), 'Marta Suárez', { role: 'OWNER', user_type: 'owner' }),
  userOf(personId(9), 'Ana Gil', { active: false }),
];
const open = (team: readonly TeamMemberRead[]) =>
  openPlan({
    beside: '&vista=equipo',
    answer: (path) => {
      if (path === '/users/') return USERS;
      if (path.includes('/compromisos/')) return OTHERS;
      return path.endsWith('/equipo/') ? team : undefined;
    },
  });
const row = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') ?? expect.fail(`${name} is not there`));

describe('the team of an audit', () => {
  it('says what is planned of each, who leads, who left and who declared', async () => {
    open(TEAM);
    const laura = await row('Laura Pineda');
    for (const words of ['40,5 h', /3\.000\.000/, '02/02/2026 – …', 'Amenazas: Parentesco'])
      expect(laura.getByText(words)).toBeInTheDocument();
    expect(laura.getByText(/Declarada el 03\/02\/2026/)).toBeInTheDocument();
    expect((await row('Claudia Restrepo')).getByText('Lidera')).toBeInTheDocument();
    expect((await row('Óscar Benítez')).getByText('Inactivo')).toBeInTheDocument();
    // Whoever left counts no more.
    expect(screen.getByText('52,5 h del equipo')).toBeInTheDocument();
  });

  it('names the visits of each, where the audit has visits', async () => {
    const visited = { visitas: [{ id: personId(20), name: 'Bodega norte', position: 1 }] };
    open(TEAM);
    await row('Laura Pineda');
    expect(screen.queryByRole('columnheader', { name: 'Visitas' })).toBeNull();
    cleanup();
    open([member(personId(1), 'Claudia Restrepo'), member(personId(2), 'Laura Pineda', visited)]);
    expect((await row('Laura Pineda')).getByText('Bodega norte')).toBeInTheDocument();
    expect(screen.getByRole('columnheader', { name: 'Visitas' })).toBeInTheDocument();
    expect((await row('Claudia Restrepo')).queryByText('Bodega norte')).toBeNull();
  });

  it('is ordered by its headings, searched and filtered once it has some people', async () => {
    open([...TEAM, member(personId(5), 'Beatriz Cano', { rol: { nombre: 'guest' } })]);
    await row('Laura Pineda');
    const table = screen.getByRole('table', { name: 'Equipo' });
    const names = () => [...table.querySelectorAll('tbody b')].map((name) => name.textContent);
    await user.click(within(table).getByRole('button', { name: 'Horas presupuestadas' }));
    expect(names()).toEqual(['Beatriz Cano', 'Claudia Restrepo', 'Laura Pineda', 'Óscar Benítez']);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar en el equipo' }), 'oscar');
    await waitFor(() => expect(names()).toEqual(['Óscar Benítez']));
    await user.clear(screen.getByRole('searchbox', { name: 'Buscar en el equipo' }));
    await waitFor(() => expect(names()).toHaveLength(4));
    const tools = within(screen.getByRole('group', { name: 'Búsqueda y filtros' }));
    await user.click(tools.getByRole('button', { name: 'Filtros' }));
    await user.click(await screen.findByRole('combobox', { name: 'Independencia' }));
    await user.click(await screen.findByRole('option', { name: 'Con amenazas' }));
    expect(names()).toEqual(['Laura Pineda']);
  });

  it('offers to whoever may edit what can be done with each', async () => {
    open(TEAM);
    await screen.findByRole('button', { name: 'Agregar persona' });
    expect(screen.getByText('Falta una declaración de independencia')).toBeInTheDocument();
    const offered = async (name: string) => {
      await user.click(screen.getByRole('button', { name: `Acciones de ${name}` }));
      const menu = await screen.findByRole('menu');
      const items = within(menu).getAllByRole('menuitem');
      const words = items.map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      return words;
    };
    expect(await offered('Claudia Restrepo')).toEqual(['Cambiar', 'Desactivar']);
    expect(await offered('Laura Pineda')).toEqual(['Cambiar', 'Nombrar líder', 'Desactivar']);
    expect(await offered('Óscar Benítez')).toEqual(['Volver a activar']);
  });

  it('shows what is recorded of each, and leads to it', async () => {
    open([...TEAM.slice(0, 1), member(personId(2), 'Laura Pineda', { horas_cargadas: 12.5 })]);
    const charged = await (await row('Laura Pineda')).findByRole('link', { name: /^12,5/ });
    expect(charged.getAttribute('href')).toContain(`/auditorias/horas/?auditoria-id=`);
    expect(charged.getAttribute('href')).toContain(`f.person=${personId(2)}`);
  });

  it('shows the other audits of whom one adds, unnamed where one may not see them', async () => {
    open(TEAM);
    await user.click(await screen.findByRole('button', { name: 'Agregar persona' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('combobox', { name: 'Rol' })).toHaveValue('Auditor');
    await user.click(dialog.getByRole('combobox', { name: 'Persona' }));
    await screen.findByRole('option', { name: 'Beatriz Cano' });
    // Neither who is in the team, nor owners, nor users without access; who left may come back.
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Óscar Benítez', 'Beatriz Cano']);
    await user.click(await screen.findByRole('option', { name: 'Beatriz Cano' }));
    await dialog.findByText('Está en 2 auditorías abiertas más (132 h)');
    expect(dialog.getByText(/AUD-2026-005 Estados financieros · auditor/)).toBeInTheDocument();
    expect(dialog.getByText(/^Otra auditoría/)).toBeInTheDocument();
  });

  it('only shows it to a guest of the team', async () => {
    open([member(personId(1), 'Claudia Restrepo', { rol: { nombre: 'guest' } }), ...TEAM.slice(1)]);
    await row('Claudia Restrepo');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Agregar persona' })).toBeNull());
    expect(screen.queryByRole('button', { name: /Acciones de/ })).toBeNull();
  });
});
