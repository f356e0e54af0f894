import { DEFAULT_PASSWORD_RULES, passwordRulesToWire } from '@cotejo/access-contracts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refused, show, type Asked } from '../screens.fixture.tsx';
import { aSession } from '../session/session-samples.fixture.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { TermsDialog } from './terms-dialog.tsx';

const uid = aSession.user.id;
const token = 'T'.repeat(43);
const rules = passwordRulesToWire({ ...DEFAULT_PASSWORD_RULES, minLength: 10, number: true });
const page = <ResetPasswordPage brand={null} preferences={null} />;

afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

describe('/profile/ResetPassword/ with the link of an e-mail', () => {
  it('shows the rules as they are kept, and sends the new password with the link', async () => {
    history.replaceState(null, '', `/profile/ResetPassword/?uid=${uid}&token=${token}`);
    const { of } = show(
      page,
      {
        'POST /forgot-password/check/': () => ({ valid: true, rules }),
        'POST /forgot-password/change/': () => ({ changed: true }),
      },
      null,
    );
    await userEvent.type(await screen.findByLabelText('Contraseña nueva'), 'aguacero verde');
    expect(location.search).toBe('');
    expect(screen.getByText('Al menos 10 caracteres').parentElement).toHaveTextContent('(cumplida)');
    await userEvent.type(screen.getByLabelText('Repita la contraseña nueva'), 'aguacero verde{Enter}');
    expect(screen.getByText('La contraseña no cumple las reglas.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Contraseña nueva'), ' 7');
    await userEvent.type(screen.getByLabelText('Repita la contraseña nueva'), ' 8{Enter}');
    expect(screen.getByText('Las contraseñas no coinciden.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Repita la contraseña nueva'), '{Backspace}7{Enter}');
    expect(await screen.findByText('Contraseña guardada')).toBeInTheDocument();
    const password = 'aguacero verde 7';
    expect(of('POST', '/forgot-password/change/')).toMatchObject([
      { body: { uid, token, password, password_confirmation: password } },
    ]);
  });

  it('takes another link that is opened in the same tab, without loading anew', async () => {
    history.replaceState(null, '', `/profile/ResetPassword/?uid=${uid}&token=${token}`);
    const over = new Refused(410, 'reset_link_invalid', 'El enlace ya se usó o venció. Pida uno nuevo.');
    const checked = ({ body }: Asked) => (isFirst(body) ? over : { valid: true, rules });
    const isFirst = (body: unknown) => JSON.stringify(body).includes(token);
    const { of } = show(page, { 'POST /forgot-password/check/': checked }, null);
    await screen.findByText('El enlace ya se usó o venció. Pida uno nuevo.');
    const next = 'N'.repeat(43);
    act(() => location.assign(`#uid=${uid}&token=${next}`));
    expect(await screen.findByLabelText('Contraseña nueva')).toBeInTheDocument();
    expect(of('POST', '/forgot-password/check/').at(-1)).toMatchObject({ body: { uid, token: next } });
    expect(location.hash).toBe('');
  });

  it('says that a used link is over', async () => {
    history.replaceState(null, '', `/profile/ResetPassword/?uid=${uid}&token=${token}`);
    const over = new Refused(410, 'reset_link_invalid', 'El enlace ya se usó o venció. Pida uno nuevo.');
    show(page, { 'POST /forgot-password/check/': () => over }, null);
    expect(await screen.findByText('El enlace ya se usó o venció. Pida uno nuevo.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ir al ingreso' })).toHaveAttribute('href', '/login/');
  });

  it('says so where there is no link and nobody is signed in', () => {
    const { asked } = show(page, {}, null);
    expect(screen.getByText('Este enlace no sirve')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});

describe('/profile/ResetPassword/ of whoever must', () => {
  it('asks for the present password, and lets the person go on', async () => {
    const { of, router, state } = show(
      page,
      {
        'GET /account/settings/security_user_password_rules/': () => rules,
        'PUT /users/@me/password/': () => ({ changed: true }),
        'GET /users/@me/': () => ({ ...aSession.user, pending: null }),
      },
      { pending: 'password_reset' },
    );
    await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'Cotejo');
    await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'aguacero verde 7');
    await userEvent.type(screen.getByLabelText('Repita la contraseña nueva'), 'aguacero verde 7{Enter}');
    await vi.waitFor(() => expect(state()).toMatchObject({ user: { pending: null } }));
    expect(of('PUT', '/users/@me/password/')).toMatchObject([
      { body: { current: 'Cotejo', password: 'aguacero verde 7' } },
    ]);
    expect(router.state.location.pathname).toBe('/');
  });

  it('leads to the present password when that one was wrong', async () => {
    show(
      page,
      {
        'GET /account/settings/security_user_password_rules/': () => rules,
        'PUT /users/@me/password/': () => new Refused(401, 'invalid_credentials', 'No son correctos.'),
      },
      { pending: 'password_reset' },
    );
    const current = await screen.findByLabelText('Contraseña actual');
    expect(current).toHaveFocus();
    await userEvent.type(current, 'otra');
    await userEvent.type(screen.getByLabelText('Contraseña nueva'), 'aguacero verde 7');
    await userEvent.type(screen.getByLabelText('Repita la contraseña nueva'), 'aguacero verde 7{Enter}');
    expect(await screen.findByText('No es su contraseña actual.')).toBeInTheDocument();
    expect(current).toHaveFocus();
    expect(current).toBeInvalid();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the terms', () => {
  const answers = {
    'GET /users/@me/disclamer_text/': () => ({ value: 'Uso de demostración.', version: '1' }),
    'POST /users/@me/event/': () => ({ event: 'terms_and_conditions', exists: true }),
    'GET /users/@me/': () => ({ ...aSession.user, pending: null }),
    'POST /logout/': () => null,
  };

  it('are shown only to whoever owes them', () => {
    const { asked } = show(<TermsDialog />, answers);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('once accepted are recorded and let the person in', async () => {
    const { of, state } = show(<TermsDialog />, answers, { pending: 'terms' });
    expect(await screen.findByText('Uso de demostración.')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Acepto' }));
    await vi.waitFor(() => expect(state()).toMatchObject({ user: { pending: null } }));
    expect(of('POST', '/users/@me/event/')).toMatchObject([
      { body: { event: 'terms_and_conditions', version: '1' } },
    ]);
    expect(localStorage.getItem('terms_and_conditions')).toBe(uid);
  });

  it('declined sign the person out', async () => {
    const { state } = show(<TermsDialog />, answers, { pending: 'terms' });
    await userEvent.click(await screen.findByRole('button', { name: 'No acepto y cierro sesión' }));
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'signed-out', reason: 'logout' }));
  });
});
