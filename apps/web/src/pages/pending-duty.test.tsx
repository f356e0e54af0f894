import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { RESET_PATH } from '../shell/paths.ts';
import { sampleUser, showPage, type GivenPage } from '../shell/shell-samples.fixture.tsx';
import { dutyOf } from './duty-of.ts';
import { PendingDuty } from './pending-duty.tsx';

const show = (pending: 'password_reset' | 'second_factor' | 'terms', given: Partial<GivenPage> = {}) => {
  const user = sampleUser({ pending });
  return showPage({
    user,
    at: '/auditorias/plan/?item=1',
    routes: [
      { path: RESET_PATH, element: <p>otra contraseña</p> },
      { path: '*', element: <PendingDuty user={user} duty={pending} /> },
    ],
    ...given,
  });
};

describe('what a person must do first', () => {
  it.each([
    [{}, null],
    [{ pending: null }, null],
    [{ pending: 'terms' }, 'terms'],
    [{ pending: 'second_factor' }, 'second_factor'],
    [{ reset_password: true }, 'password_reset'],
    [{ reset_password: false }, null],
  ] as const)('of %j is %s', (user, duty) => expect(dutyOf(user)).toBe(duty));

  it('leads to another password', async () => {
    const { router } = show('password_reset');
    expect(await screen.findByText('otra contraseña')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/profile/ResetPassword/');
  });

  it('leads to the profile, where the second factor is', async () => {
    const { router } = show('second_factor');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile/'));
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  });

  it('shows the terms in place of the application; who declines leaves', async () => {
    const signOut = vi.fn(() => Promise.resolve());
    show('terms', {
      answers: { '/users/@me/disclamer_text/': { value: 'Los términos.', version: '1' } },
      session: { signOut },
    });
    expect(await screen.findByText('Los términos.')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^No|Rechazar|Salir/ }));
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('accepted, the terms are recorded and the person is asked for anew', async () => {
    const refresh = vi.fn(() => Promise.resolve());
    const { posted } = show('terms', {
      answers: {
        '/users/@me/disclamer_text/': { value: 'Los términos.', version: '1' },
        '/users/@me/event/': { event: 'terms_and_conditions', exists: true },
      },
      session: { refresh },
    });
    await screen.findByText('Los términos.');
    await userEvent.click(screen.getByRole('button', { name: /^Acept/ }));
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
    expect(posted).toEqual([
      { path: '/users/@me/event/', body: { event: 'terms_and_conditions', version: '1' } },
    ]);
  });
});
