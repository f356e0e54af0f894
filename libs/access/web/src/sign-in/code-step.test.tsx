import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Raw, Refused, show, type Answers } from '../screens.fixture.tsx';
import { aSession } from '../session/session-samples.fixture.ts';
import { SignInForm } from './sign-in-form.tsx';

const w = 'w'.repeat(24);
const challenge = { w, factor: 'totp', expires_in: 600, sent_to: null };
const byMail = { ...challenge, factor: 'mail', sent_to: 'c•••@example.com' };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
  localStorage.clear();
});

/** Completes the name and password steps, by keyboard alone. */
async function upToTheCode(answers: Answers, due: unknown = challenge) {
  const shown = show(
    <SignInForm />,
    {
      'POST /login/validate-username/': () => ({ method: 'password', methods: ['password'] }),
      'POST /login/': () => new Raw([true, null, due]),
      ...answers,
    },
    null,
  );
  await userEvent.keyboard('claudia.restrepo{Enter}');
  await screen.findByLabelText('Contraseña');
  await userEvent.keyboard('Cotejo{Enter}');
  return { ...shown, field: await screen.findByLabelText('Código de acceso') };
}

describe('the code as second step', () => {
  it('is sent by itself at its sixth digit, however it was pasted', async () => {
    const { field, of, state } = await upToTheCode({
      'POST /login/validate/': () => new Raw([true, null, aSession]),
    });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await userEvent.paste('Código: 123 456');
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'signed-in' }));
    expect(of('POST', '/login/validate/')).toMatchObject([
      { body: { u: 'claudia.restrepo', code: '123456', w, pkg: 'audit' } },
    ]);
  });

  it('says what is wrong with fewer digits without asking the server', async () => {
    const { of } = await upToTheCode({});
    await userEvent.keyboard('123{Enter}');
    expect(screen.getByText('El código tiene 6 dígitos.')).toBeInTheDocument();
    expect(of('POST', '/login/validate/')).toEqual([]);
  });

  it('is asked for again after a wrong one', async () => {
    const { field } = await upToTheCode({
      'POST /login/validate/': () =>
        new Raw([false, { error: 'El código de verificación no es válido.', code: 'invalid_otp' }, null]),
    });
    await userEvent.keyboard('000000');
    expect(await screen.findByRole('alert')).toHaveTextContent('no es válido');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });

  it('goes back to the password when it took too long', async () => {
    await upToTheCode({
      'POST /login/validate/': () =>
        new Raw([false, { error: 'El ingreso tardó demasiado.', code: 'challenge_expired' }, null]),
    });
    await userEvent.keyboard('000000');
    expect(await screen.findByLabelText('Contraseña')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('tardó demasiado');
  });

  it('is proved to the package whose people come in', async () => {
    history.replaceState(null, '', '/login/?pkg=banca');
    const { of } = await upToTheCode({ 'POST /login/validate/': () => new Raw([true, null, aSession]) });
    await userEvent.keyboard('123456');
    await vi.waitFor(() =>
      expect(of('POST', '/login/validate/')).toMatchObject([{ body: { pkg: 'banca' } }]),
    );
  });

  it('may be a recovery code', async () => {
    const { of } = await upToTheCode({ 'POST /login/validate/': () => new Raw([true, null, aSession]) });
    await userEvent.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
    await userEvent.type(screen.getByLabelText('Código de recuperación'), 'ABCDefgh2345{Enter}');
    await vi.waitFor(() => expect(of('POST', '/login/validate/')).toHaveLength(1));
    expect(of('POST', '/login/validate/')).toMatchObject([{ body: { code: 'abcd-efgh-2345' } }]);
  });

  it('comes again by e-mail, not before thirty seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { of } = await upToTheCode({ 'POST /login/code/': () => byMail }, byMail);
    expect(screen.getByText(/c•••@example.com/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Enviar otro código' })).toBeNull();
    await vi.advanceTimersByTimeAsync(31_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar otro código' }));
    await vi.waitFor(() => expect(of('POST', '/login/code/')).toMatchObject([{ body: { w } }]));
    expect(await screen.findByText('Enviamos otro código.')).toBeInTheDocument();
  });

  it('that comes by e-mail has no recovery codes beside it: they belong to an app', async () => {
    await upToTheCode({}, byMail);
    expect(screen.queryByRole('button', { name: 'Usar un código de recuperación' })).toBeNull();
  });

  it('asked for again too late leads back to the password', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const late = new Refused(410, 'challenge_expired', 'El ingreso tardó demasiado.');
    await upToTheCode({ 'POST /login/code/': () => late }, byMail);
    await vi.advanceTimersByTimeAsync(31_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar otro código' }));
    expect(await screen.findByLabelText('Contraseña')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('tardó demasiado');
  });
});

describe('a directory', () => {
  it('is offered when the installation has it, for the named account', async () => {
    show(
      <SignInForm />,
      { 'POST /login/validate-username/': () => ({ method: 'password', methods: ['password', 'azure_ad'] }) },
      null,
    );
    await userEvent.keyboard('claudia.restrepo{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Indicar la cuenta' }));
    await userEvent.keyboard('Frailejón');
    const link = screen.getByRole('link', { name: 'Entrar con el directorio corporativo' });
    expect(link).toHaveAttribute('href', '/api/login/external/azure_ad/?pkg=audit&account=Frailej%C3%B3n');
    await userEvent.clear(screen.getByLabelText('Producto'));
    await userEvent.type(screen.getByLabelText('Producto'), 'banca');
    expect(link).toHaveAttribute('href', '/api/login/external/azure_ad/?pkg=banca&account=Frailej%C3%B3n');
    expect(screen.queryByRole('link', { name: 'Entrar con Google' })).toBeNull();
  });

  it('sends people back with a word that is exchanged once and leaves the address', async () => {
    history.replaceState(null, '', `/login/#w=${w}`);
    const { of, state } = show(
      <SignInForm />,
      { 'POST /login/external/': () => new Raw([true, null, aSession]) },
      null,
    );
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'signed-in' }));
    expect(of('POST', '/login/external/')).toMatchObject([{ body: { w } }]);
    expect(location.hash).toBe('');
  });

  it('that confirmed nobody is told, and the name is asked for', async () => {
    history.replaceState(null, '', '/login/#error=external_sign_in_failed');
    show(<SignInForm />, {}, null);
    expect(await screen.findByRole('alert')).toHaveTextContent('no confirmó su identidad');
    expect(screen.getByLabelText('Usuario')).toBeInTheDocument();
  });
});

describe('a forgotten password', () => {
  it('asks for a link, and answers alike for everybody', async () => {
    const { of } = show(
      <SignInForm />,
      {
        'POST /login/validate-username/': () => ({ method: 'password' }),
        'POST /forgot-password/': () => ({ sent: true }),
      },
      null,
    );
    await userEvent.keyboard('claudia{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: '¿Olvidó su contraseña?' }));
    await userEvent.keyboard('claudia{Enter}');
    expect(screen.getByText('Escriba un correo válido.')).toBeInTheDocument();
    await userEvent.keyboard('@example.com{Enter}');
    expect(await screen.findByText('Revise su correo')).toBeInTheDocument();
    expect(of('POST', '/forgot-password/')).toMatchObject([
      { body: { email: 'claudia@example.com', pkg: 'audit' } },
    ]);
  });
});
