import '@testing-library/jest-dom/vitest';
import type { TeamMemberRead } from '@cotejo/audits-contracts';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { personId } from '../session/test-audit.fixture.ts';
import { openPlan } from '../worksheets/open-plan.fixture.tsx';

const user = userEvent.setup();
configure({ asyncUtilTimeout: 9_000 });
beforeEach(() => localStorage.clear());

const member = (id: string, name: string, nombre: TeamMemberRead['rol']['nombre']): TeamMemberRead => ({
  ...{ usuario: { id, name, sigla: 'XX' }, rol: { nombre }, esta_activo: true, lidera: false },
  ...{ horas_presupuestadas: 0, horas_cargadas: 0, costo_presupuestado: 0 },
  ...{ fecha_inicio: null, fecha_fin: null, visitas: [], independencia: null },
});
const TEAM = [
  member(personId(1), 'Claudia Restrepo', 'leader'),
  member(personId(2), 'Laura Pineda', 'auditor'),
  member(personId(3), 'Hernán Duque', 'guest'),
];

it('records time of a member on an item, in whole minutes', async () => {
  const post = vi.fn((_path: string, _body: unknown) => ({}));
  openPlan({ answer: (path) => (path.endsWith('/equipo/') ? TEAM : undefined), post });
  const [button] = await screen.findAllByRole('button', { name: 'Cargar horas' });
  await user.click(button ?? expect.fail('no button'));
  const dialog = within(await screen.findByRole('dialog'));
  const choose = async (field: string, option: RegExp) => {
    await user.click(dialog.getByRole('combobox', { name: field }));
    const options = await screen.findAllByRole('option');
    const names = options.map(({ textContent }) => textContent);
    await user.click(
      options.find(({ textContent }) => option.test(textContent)) ?? expect.fail(String(names)),
    );
    return names;
  };
  // Guests have no time.
  expect(await choose('Persona', /Laura/)).toEqual(['Claudia Restrepo', 'Laura Pineda']);
  await choose('Actividad', /./);
  await user.type(dialog.getByLabelText(/^Horas/), '1,25');
  await choose('Tipo', /Improductivas/);
  await user.click(dialog.getByRole('button', { name: 'Cargar' }));
  await waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.lastCall?.[0]).toMatch(/\/tiempo\/$/);
  expect(post.mock.lastCall?.[1]).toMatchObject({
    usuario: personId(2),
    horas: 1.25,
    tipo: 'I',
    notas: null,
  });
});
