import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, useBrowserTitle } from '@cotejo/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, memoryStorage } from '../session/session-samples.fixture.ts';
import { createSession } from '../session/session.ts';
import { sessionAtom } from '../session/session-atom.ts';
import { SessionProvider } from '../session/use-session.ts';
import { signInTranslations } from './translations.ts';
import { SignInForm } from './sign-in-form.tsx';

const fetched = vi.fn<typeof fetch>();
const json = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => vi.stubGlobal('fetch', fetched.mockReset()));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  window.history.replaceState(null, '', '/login/');
});

function Title() {
  useBrowserTitle({ product: 'Cotejo' });
  return null;
}

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
      <UiProvider i18n={createI18n({ resources: [uiTranslations, signInTranslations] })} env="test">
        <SessionProvider value={session}>
          <Title />
          <SignInForm />
        </SessionProvider>
      </UiProvider>
    </Provider>,
  );
  return () => store.get(sessionAtom);
}

/** Completes the name step, by keyboard alone. */
async function continueAs(username: string) {
  fetched.mockImplementationOnce(() => json(200, { data: { method: 'password' }, status: 200 }));
  await userEvent.keyboard(`${username}{Enter}`);
  return screen.findByLabelText('Contraseña');
}

const sent = () => JSON.parse(String(fetched.mock.lastCall?.[1]?.body)) as unknown;

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
    expect(screen.getByText('Hay campos obligatorios pendientes.')).toBeInTheDocument();
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
    // The refused password is selected, so typing replaces it.
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

  it('brings people of another package in where the address says so, and remembers it', async () => {
    window.history.replaceState(null, '', '/login/?pkg=banca');
    open();
    await continueAs('claudia.restrepo');
    expect(screen.getByLabelText('Producto')).toHaveValue('banca');
    expect(screen.queryByLabelText('Cuenta')).toBeNull();
    fetched.mockImplementationOnce(() => json(200, [true, null, aSession]));
    await userEvent.keyboard('Cotejo{Enter}');
    await vi.waitFor(() => expect(sent()).toMatchObject({ username: 'claudia.restrepo', pkg: 'banca' }));
    expect(localStorage.getItem('pkg')).toBe('banca');
  });

  it('asks for the package beside the account, and goes by the usual one where none is typed', async () => {
    open();
    await continueAs('claudia.restrepo');
    expect(screen.queryByLabelText('Producto')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Indicar la cuenta' }));
    const field = screen.getByLabelText('Producto');
    expect(field).toHaveValue('audit');
    await userEvent.clear(field);
    await userEvent.type(screen.getByLabelText('Contraseña'), 'Cotejo');
    fetched.mockImplementation(() => json(200, [false, { error: 'No.', code: 'invalid_credentials' }, null]));
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('alert');
    expect(sent()).toMatchObject({ pkg: 'audit' });
    await userEvent.type(field, 'banca');
    await userEvent.type(screen.getByLabelText('Contraseña'), 'Cotejo{Enter}');
    await vi.waitFor(() => expect(sent()).toMatchObject({ pkg: 'banca' }));
  });

  it('asks for a link by e-mail to a person of that package', async () => {
    window.history.replaceState(null, '', '/login/?pkg=banca');
    open();
    await continueAs('claudia@example.com');
    await userEvent.click(screen.getByRole('button', { name: '¿Olvidó su contraseña?' }));
    fetched.mockImplementationOnce(() => json(200, { data: { sent: true }, status: 200 }));
    // Its form comes in a file of its own.
    await screen.findByRole('button', { name: 'Enviar el enlace' });
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(sent()).toEqual({ email: 'claudia@example.com', pkg: 'banca' }));
    expect(document.title).toBe('Olvidé mi contraseña · Cotejo');
    await userEvent.click(await screen.findByRole('button', { name: 'Volver al ingreso' }));
    expect(document.title).toBe('Iniciar sesión · Cotejo');
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
