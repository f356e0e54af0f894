import '@testing-library/jest-dom/vitest';
import type { TeamMemberRead } from '@cotejo/audits-contracts';
import { givenWorkspace } from '@cotejo/ui/testing';
import { configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { personId } from '../session/test-audit.fixture.ts';
import { openPlan } from '../worksheets/open-plan.fixture.tsx';

configure({ asyncUtilTimeout: 9_000 });

/** The user of a given workspace. */
const READER = givenWorkspace().me.id;
const NOTICE = /aún no ha declarado su independencia/;
const member = (id: string, role: TeamMemberRead['rol']['nombre'], declared: boolean): TeamMemberRead => ({
  usuario: { id, name: `Persona ${id.slice(-1)}`, sigla: 'XX' },
  rol: { nombre: role },
  ...{ horas_presupuestadas: 0, horas_cargadas: 0, costo_presupuestado: 0 },
  ...{ fecha_inicio: null, fecha_fin: null, esta_activo: true, lidera: false, visitas: [] },
  independencia: declared ? { fecha: '2026-02-03T15:00:00.000Z', amenazas: null } : null,
});
/** The plan with a team. */
const open = async (...team: readonly TeamMemberRead[]): Promise<void> => {
  const answer = (path: string) => (path.endsWith('/equipo/') ? team : undefined);
  openPlan({ answer, post: async () => ({}) });
  await screen.findByRole('tree');
};

it('tells a member who owes their declaration, leads to it, and says that it is made', async () => {
  await open(member(READER, 'auditor', false));
  expect(await screen.findByText(NOTICE)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Declarar independencia' }));
  const dialog = await screen.findByRole('dialog', { name: 'Declarar independencia' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Declarar' }));
  expect(
    await screen.findByText(/^Su declaración de independencia en «.+» quedó firmada/),
  ).toBeInTheDocument();
});

it.each<[string, TeamMemberRead]>([
  ['to a member who has declared', member(READER, 'auditor', true)],
  ['to a guest', member(READER, 'guest', false)],
  ['of another member', member(personId(2), 'auditor', false)],
])('tells nothing %s', async (_, one) => {
  await open(one);
  expect(screen.queryByText(NOTICE)).toBeNull();
});
