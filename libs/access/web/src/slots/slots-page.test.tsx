import type { SlotRow } from '@cotejo/access-contracts';
import { giveRoom } from '@cotejo/ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aPerson, show } from '../screens.fixture.tsx';
import { SlotsPage } from './slots-page.tsx';

const free: SlotRow = {
  slotId: '0193b1a2-0000-7000-8000-00000000005a',
  type: 'owner',
  state: 'unassigned',
  start_date: '2026-01-01',
  due_date: '2026-12-31',
  current: true,
  user: null,
  first_name: null,
  last_name: null,
  email: null,
  role: null,
  used: false,
};
const given: SlotRow = {
  ...free,
  slotId: '0193b1a2-0000-7000-8000-00000000005b',
  type: 'auditor',
  state: 'assigned',
  user: aPerson.id,
  first_name: 'Laura',
  last_name: 'Pineda',
  email: aPerson.email,
  role: 'JR',
  used: true,
};
const answers = { 'GET /user_slots/': () => [free, given], 'GET /user_roles/': () => [] };
const administrator = { permissions: { '*': 1 }, role: 'ADMIN' };

beforeEach(giveRoom);
afterEach(() => vi.restoreAllMocks());

describe('slots', () => {
  it('are given to a new person, with a role that fits', async () => {
    const path = `/user_slots/${free.slotId}/assign_user/`;
    const { of } = show(<SlotsPage />, { ...answers, [`POST ${path}`]: () => free }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Asignar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Asignar cupo: Responsable de planes' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Asignar' }));
    expect(await within(dialog).findAllByText('Campo requerido.')).toHaveLength(3);
    await userEvent.type(within(dialog).getByLabelText(/Nombres/), 'Marta');
    await userEvent.type(within(dialog).getByLabelText(/Apellidos/), 'Suárez');
    await userEvent.type(within(dialog).getByLabelText(/Correo/), 'marta@example.com{Enter}');
    await vi.waitFor(() => expect(of('POST', path)).toHaveLength(1));
    expect(of('POST', path)).toMatchObject([
      {
        body: {
          first_name: 'Marta',
          last_name: 'Suárez',
          email: 'marta@example.com',
          role: 'OWNER',
          motivo: 'joined',
        },
      },
    ]);
  });

  it('are released once used, with a reason', async () => {
    const path = `/user_slots/${given.slotId}/release/`;
    const { of } = show(<SlotsPage />, { ...answers, [`PUT ${path}`]: () => free }, administrator);
    await userEvent.click(await screen.findByRole('button', { name: 'Liberar el cupo de Laura Pineda' }));
    const dialog = await screen.findByRole('dialog', { name: 'Liberar el cupo' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Liberar' }));
    await vi.waitFor(() => expect(of('PUT', path)).toMatchObject([{ body: { motivo: 'requested' } }]));
  });

  it('are undone before the first sign-in', async () => {
    show(<SlotsPage />, { ...answers, 'GET /user_slots/': () => [{ ...given, used: false }] }, administrator);
    expect(await screen.findByRole('button', { name: 'Desasignar a Laura Pineda' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Liberar/ })).toBeNull();
  });

  it('are only looked at by whoever may no more', async () => {
    const { of } = show(<SlotsPage />, answers, { permissions: { 'user_slots.list': 1 } });
    await screen.findByText('Laura Pineda');
    expect(screen.queryByRole('button', { name: /Asignar|Liberar/ })).toBeNull();
    expect(of('GET', '/user_roles/')).toEqual([]);
  });
});
