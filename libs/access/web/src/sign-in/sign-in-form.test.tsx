import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, memoryStorage } from '../session/session-samples.ts';
import { createSession, sessionAtom } from '../session/session.ts';
import { SessionProvider } from '../session/use-session.ts';
import { accessTranslations } from '../translations.ts';
import { SignInForm } from './sign-in-form.tsx';

const fetched = vi.fn<typeof fetch>();
const json = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => vi.stubGlobal('fetch', fetched.mockReset()));
afterEach(() => vi.unstubAllGlobals());

function open() {
  const store = createStore();
  const nothing = () => undefined;
  const session = createSession({
    storage: memoryStorage(),
    store,
    language: () => 'es',
    onExpired: nothing,
    onReset: nothing,
  });
  render(
    <Provider store={store}>
      <UiProvider i18n={createI18n({ resources: [uiTranslations, accessTranslations] })} env="test">
        <SessionProvider value={session}>
          <SignInForm />
        </SessionProvider>
      </UiProvider>
    </Provider>,
  );
  return () => store.get(sessionAtom);
}

/** Through the first step, by keyboard alone. */
async function continueAs(username: string) {
  fetched.mockImplementationOnce(() => json(200, { data: { method: 'password' }, status: 200 }));
  await userEvent.keyboard(`${username}{Enter}`);
  return screen.findByLabelText('Contraseña');
}

describe('SignInForm', () => {
  it('asks for the user name first, then for the password, by keyboard alone', async () => {
    const state = open();
    expect(screen.getByLabelText('Usuario')).toHaveFocus();
    expect(await continueAs('claudia.restrepo')).toHaveFocus();
    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toEqual({ u: 'claudia.restrepo' });
    fetched.mockImplementationOnce(() => json(200, [true, null, aSession]));
    await userEvent.keyboard('Cotejo{Enter}');
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'signed-in' }));
  });

  it('says what is missing without asking the server', async () => {
    open();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('Escriba su usuario.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('shows the words of a refusal and lets the person try again', async () => {
    open();
    await continueAs('claudia.restrepo');
    fetched.mockImplementationOnce(() =>
      json(200, [
        false,
        { error: 'El usuario o la contraseña no son correctos.', code: 'invalid_credentials' },
        null,
      ]),
    );
    await userEvent.keyboard('mala{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'El usuario o la contraseña no son correctos.',
    );
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeEnabled();
    // What was refused is typed over.
    await userEvent.keyboard('otra');
    expect(screen.getByLabelText('Contraseña')).toHaveValue('otra');
  });

  it('asks for the account where the password is right in two of them', async () => {
    open();
    await continueAs('claudia.restrepo');
    const words = 'Ese usuario está en más de una cuenta. Indique en cuál quiere ingresar.';
    fetched.mockImplementationOnce(() =>
      json(200, [false, { error: words, code: 'account_required' }, null]),
    );
    await userEvent.keyboard('buena{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText('Cuenta')).toHaveFocus();
  });

  it('says when the server can not be reached', async () => {
    open();
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await userEvent.keyboard('claudia.restrepo{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('No hay conexión con el servidor.');
  });

  it.each([
    ['method_not_offered', 'Esta forma de ingreso no está disponible.'],
    ['account_suspended', 'La cuenta está suspendida. Comuníquese con el administrador.'],
    ['external_sign_in_failed', 'El directorio o la cuenta externa no confirmó su identidad.'],
    ['<b>otra</b>', 'El directorio o la cuenta externa no confirmó su identidad.'],
  ])('says why a directory sent somebody back with %s, once', async (code, words) => {
    window.history.replaceState(null, '', `/login/#error=${encodeURIComponent(code)}`);
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText('Usuario')).toBeInTheDocument();
    expect(window.location.hash).toBe('');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('shows and hides the password', async () => {
    open();
    const password = await continueAs('claudia.restrepo');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }));
    expect(password).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('warns of caps lock', async () => {
    open();
    await continueAs('claudia.restrepo');
    await userEvent.keyboard('{CapsLock}A');
    expect(screen.getByText('Bloq Mayús está activado')).toBeInTheDocument();
  });

  it('goes back to another user name', async () => {
    open();
    await continueAs('claudia.restrepo');
    await userEvent.click(screen.getByRole('button', { name: 'Cambiar de usuario' }));
    expect(screen.getByLabelText('Usuario')).toHaveValue('claudia.restrepo');
  });
});
