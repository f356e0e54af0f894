import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refused, show } from '../screens.fixture.tsx';
import { aSession } from '../session/session-samples.fixture.ts';
import { ProfilePage } from './profile-page.tsx';

const codes = ['abcd-efgh-2345', 'ijkl-mnop-6723'];
const others = { 'GET /users/@me/sessions/': () => [] };
const started = () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'data:image/svg+xml,x' });

afterEach(() => vi.restoreAllMocks());

describe('turning on the second factor', () => {
  it('keeps the recovery codes on screen until they are kept, and only then lets the person go on', async () => {
    const { of, state } = show(
      <ProfilePage />,
      {
        ...others,
        'POST /users/@me/otp/': started,
        'PUT /users/@me/otp/': () => ({ otp_active: true, recovery_codes: codes }),
        'GET /users/@me/': () => ({ ...aSession.user, pending: null, otp_active: true }),
      },
      { pending: 'second_factor', otp_active: false },
    );
    expect(screen.getByRole('alert')).toHaveTextContent('exige un segundo factor');
    await userEvent.click(screen.getByRole('button', { name: 'Activar' }));
    await userEvent.keyboard('Cotejo{Enter}');
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /Código QR/ })).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Código de acceso'), '123 456{Enter}');
    expect(await screen.findByText(codes[0] ?? '')).toBeInTheDocument();
    expect(of('GET', '/users/@me/')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }));
    await vi.waitFor(() => expect(state()).toMatchObject({ user: { pending: null, otp_active: true } }));
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
  });

  it('says that the password was not right', async () => {
    const wrong = new Refused(401, 'invalid_credentials', 'El usuario o la contraseña no son correctos.');
    show(<ProfilePage />, { ...others, 'POST /users/@me/otp/': () => wrong }, { otp_active: false });
    await userEvent.click(screen.getByRole('button', { name: 'Activar' }));
    await userEvent.keyboard('mala{Enter}');
    expect(await screen.findByText('No es su contraseña actual.')).toBeInTheDocument();
    expect(screen.getByLabelText('Contraseña actual')).toHaveFocus();
  });
});

describe('the second factor of whoever comes in by a directory', () => {
  it('is the one of the directory: there is none to turn on here', () => {
    show(<ProfilePage />, others, { auth_method: 'azure_ad', otp_active: false });
    expect(
      screen.getByText(/Usted entra con el directorio corporativo: el segundo factor/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Activar' })).toBeNull();
  });

  it('can be turned off where one is left from before', () => {
    show(<ProfilePage />, others, { auth_method: 'google', otp_active: true });
    expect(screen.getByRole('button', { name: 'Desactivar' })).toBeEnabled();
  });
});

describe('the own password', () => {
  it('is not changed here by whoever comes in by a directory', () => {
    show(<ProfilePage />, others, { auth_method: 'azure_ad' });
    expect(screen.getByRole('button', { name: 'Cambiar la contraseña' })).toBeDisabled();
    expect(screen.getByText(/Usted entra con el directorio corporativo; su contraseña/)).toBeInTheDocument();
  });
});
