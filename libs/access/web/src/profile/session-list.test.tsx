import type { SessionRow } from '@cotejo/access-contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refused, show } from '../screens.fixture.tsx';
import { aSession } from '../session/session-samples.fixture.ts';
import { SessionList } from './session-list.tsx';

const row = (id: string, current: boolean): SessionRow => ({
  id,
  current,
  signed_in_at: '2026-03-02T12:00:00.000Z',
  last_seen_at: '2026-03-02T13:00:00.000Z',
  expires_at: '2026-03-03T00:00:00.000Z',
  ip: '10.0.0.1',
  device: 'Firefox · Windows',
  method: 'password',
});
const HERE = '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a001';
const THERE = '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a002';
const END = `/users/@me/sessions/${THERE}/end/`;

/** Session list of a user with one other session, which ends with the password `Cotejo`. */
function shown(authMethod: 'password' | 'azure_ad') {
  let isOpen = true;
  const user = { ...aSession.user, auth_method: authMethod };
  const wrong = new Refused(401, 'invalid_credentials', 'El usuario o la contraseña no son correctos.');
  return show(
    <SessionList user={user} />,
    {
      'GET /users/@me/sessions/': () => [row(HERE, true), ...(isOpen ? [row(THERE, false)] : [])],
      [`POST ${END}`]: ({ body }) => {
        if (authMethod === 'password' && JSON.stringify(body) !== '{"password":"Cotejo"}') return wrong;
        isOpen = false;
        return { ended: 1 };
      },
    },
    user,
  );
}
const button = () => screen.findByRole('button', { name: /^Cerrar la sesión de Firefox/ });

afterEach(() => vi.restoreAllMocks());

describe('ending a session', () => {
  it('asks for the password, and again when it was wrong', async () => {
    shown('password');
    await userEvent.click(await button());
    const dialog = await screen.findByRole('dialog', { name: 'Cerrar sesiones' });
    await userEvent.keyboard('{Enter}');
    expect(within(dialog).getByText('Escriba su contraseña actual.')).toBeInTheDocument();
    await userEvent.keyboard('mala{Enter}');
    expect(await within(dialog).findByText('No es su contraseña actual.')).toBeInTheDocument();
    await userEvent.clear(within(dialog).getByLabelText('Contraseña actual'));
    await userEvent.keyboard('Cotejo{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Cerrar la sesión/ })).toBeNull());
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks nothing of people of a directory, who have no password', async () => {
    const { of } = shown('azure_ad');
    await userEvent.click(await button());
    await vi.waitFor(() => expect(of('POST', END)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
