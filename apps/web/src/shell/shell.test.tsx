import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageFlags } from './page-flags.ts';
import { sampleUser, showPage, type GivenPage } from './shell-samples.fixture.tsx';
import { Shell } from './shell.tsx';

const GIGABYTE = 1024 ** 3;
const user = sampleUser({
  permissions: { 'audits.access': 1, 'pyr_evaluacion.access': 1, 'users.access': 1 },
});

const onAhead = vi.fn<(path: string) => void>();

const show = (given: Partial<GivenPage> = {}, handle: PageFlags = {}) =>
  showPage({
    user,
    routes: [
      {
        element: <Shell user={given.user ?? user} unsent={[]} onAhead={onAhead} />,
        children: [{ path: '*', element: <p>la página</p>, handle }],
      },
    ],
    ...given,
  });

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  URL.createObjectURL = () => 'blob:logo';
  URL.revokeObjectURL = () => undefined;
});

describe('the menu of the shell', () => {
  it('groups what belongs together', () => {
    show();
    const menu = screen.getByRole('navigation', { name: 'Menú principal' });
    const group = within(menu).getByRole('group', { name: 'Auditoría' });
    expect(
      within(group)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Riesgos', 'Auditorías']);
    expect(within(menu).getByRole('link', { name: 'Configuración' })).toBeInTheDocument();
    expect(within(group).getByRole('link', { name: 'Auditorías' })).toHaveAttribute('aria-current', 'page');
  });

  it('tells which page will probably be opened next: the one that the pointer or the focus comes to', async () => {
    show();
    await userEvent.hover(screen.getByRole('link', { name: 'Riesgos' }));
    expect(onAhead).toHaveBeenLastCalledWith('/evaluacion-analisis-de-riesgos/');
    act(() => screen.getByRole('link', { name: 'Configuración' }).focus());
    expect(onAhead).toHaveBeenLastCalledWith('/configuraciones/');
  });

  it.each(['es', 'en'] as const)('has words for everything in %s', (language) => {
    show({ language });
    expect(document.body.textContent).not.toMatch(/menu\.|storage\./);
  });

  it('remembers that it was collapsed: 45 pixels instead of 200', async () => {
    const { container, unmount } = show();
    const width = (root: HTMLElement) =>
      root.querySelector<HTMLElement>('[data-menu]')?.style.getPropertyValue('--menu-width');
    expect(width(container)).toBe('200px');
    await userEvent.click(screen.getByRole('button', { name: 'Contraer el menú' }));
    expect(width(container)).toBe('45px');
    expect(localStorage.getItem('menu_collapsed')).toBe('true');
    unmount();
    expect(width(show().container)).toBe('45px');
    expect(screen.getByRole('button', { name: 'Ampliar el menú' })).toBeInTheDocument();
  });

  it.each([
    ['the page hides it', {}, { sideBar: false as const }],
    [
      'the account hides it',
      { answers: { '/account/public_settings/': { records: [{ key: 'page_sidebar', value: false }] } } },
      {},
    ],
  ])('is a drawer where %s', async (_, given, flags) => {
    show(given, flags);
    await userEvent.click(await screen.findByRole('button', { name: 'Abrir el menú' }));
    expect(await screen.findByRole('link', { name: 'Configuración' })).toBeInTheDocument();
  });
});

describe('the storage bar', () => {
  const quota = (used: number, total: number | null) => ({
    answers: { '/account/storage_quota/': { used: used * GIGABYTE, total: total && total * GIGABYTE } },
  });

  it('says what is used of what there is', async () => {
    show(quota(1, 5));
    const bar = await screen.findByRole('progressbar', { name: 'Almacenamiento' });
    expect(bar).toHaveAttribute('aria-valuenow', '20');
    expect(bar.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')).toBe('1 GB de 5 GB');
    expect(screen.queryByText('Casi lleno')).toBeNull();
  });

  it('is an error from 90 % on, in words too', async () => {
    show(quota(4.5, 5));
    expect(await screen.findByText('Casi lleno')).toBeInTheDocument();
  });

  it('has no bar where there is no limit, and nothing while nobody knows', async () => {
    const { unmount } = show(quota(2, null));
    expect(await screen.findByText(/usados$/)).toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).toBeNull();
    unmount();
    show();
    expect(screen.queryByText('Almacenamiento')).toBeNull();
  });
});

describe("the account's logo", () => {
  it("stands in place of the product's, under the account's name", async () => {
    const picture = { bytes: new Uint8Array([1]), headers: new Headers({ 'content-type': 'image/png' }) };
    show({ user: { ...user, account_logo: 'a1' }, answers: { '/account/logo/': picture } });
    expect(await screen.findByRole('img', { name: 'Andina S.A.' })).toHaveAttribute('src', 'blob:logo');
  });

  it("is the product's where the account has none", async () => {
    show();
    await waitFor(() => expect(screen.getByText('Cotejo')).toBeInTheDocument());
    expect(screen.queryByRole('img', { name: 'Andina S.A.' })).toBeNull();
  });
});

describe('a page that the person may not enter', () => {
  it('says so in its place, with a way on', () => {
    show({ at: '/configuraciones/seguridad/' }, { anyOf: ['settings.security'] });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Página no autorizada');
    expect(alert).toHaveAttribute('data-code', 'access_not_authorized');
    expect(alert).not.toHaveTextContent('access_not_authorized');
    expect(within(alert).getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/');
    expect(screen.queryByText('la página')).toBeNull();
  });

  it('leads nowhere from the first page, but for the menu', () => {
    show({}, { anyOf: ['settings.security'] });
    expect(within(screen.getByRole('alert')).queryByRole('link')).toBeNull();
  });

  it.each([
    ['of some things', 'JR', { 'plan.access': { '3': 1 } }, true],
    ['of nothing', 'JR', { 'plan.access': 0 }, false],
    ['of nothing, by the audited', 'OWNER', {}, false],
  ] as const)('where the permission is held %s', (_, role, permissions, isOpen) => {
    show({ user: sampleUser({ role, permissions: { ...permissions } }) }, { anyOf: ['plan.access'] });
    expect(screen.queryByText('la página') !== null).toBe(isOpen);
  });

  it('is open to the audited where something of theirs is', () => {
    const flags = { anyOf: ['audits.access'], owners: true } as const;
    show({ user: sampleUser({ role: 'OWNER', user_type: 'owner' }) }, flags);
    expect(screen.getByText('la página')).toBeInTheDocument();
  });

  it('is open to whoever holds one of its permissions', () => {
    show({}, { anyOf: ['settings.security', 'users.access'] });
    expect(screen.getByText('la página')).toBeInTheDocument();
  });
});

describe('help', () => {
  const settings = (...records: { readonly key: string; readonly value: unknown }[]) => ({
    '/account/public_settings/': { records },
  });
  const video = { key: 'first_steps_video', value: 'https://videos.co/inicio' };

  it('is not there where nobody offers any', async () => {
    show({ answers: settings() });
    await screen.findByRole('link', { name: 'Configuración' });
    expect(screen.queryByRole('button', { name: /Ayuda/ })).toBeNull();
  });

  it('offers the video of the first steps until it was seen', async () => {
    const answers = {
      ...settings(video),
      '/users/@me/event/': { event: 'first_steps_video', exists: false },
    };
    const { posted } = show({ answers });
    await screen.findByText('Hay algo nuevo');
    await userEvent.click(screen.getByRole('button', { name: /^Ayuda/ }));
    const link = await screen.findByRole('link', { name: 'Ver el video de primeros pasos' });
    expect(link).toHaveAttribute('href', 'https://videos.co/inicio');
    await userEvent.click(screen.getByRole('button', { name: 'Ya lo conozco' }));
    expect(posted).toEqual([{ path: '/users/@me/event/', body: { event: 'first_steps_video' } }]);
    expect(localStorage.getItem('first_steps_video')).toBe('1');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ayuda' })).toBeInTheDocument());
  });

  it.each(['javascript:alert(1)', 'http://videos.co/a', 'inicio', 7])(
    'opens no video at %s',
    async (value) => {
      show({ answers: settings({ key: 'first_steps_video', value }) });
      await screen.findByRole('link', { name: 'Configuración' });
      expect(screen.queryByRole('button', { name: /Ayuda/ })).toBeNull();
    },
  );

  it('offers the chat where there is one, and opens it', async () => {
    const opened = vi.fn();
    window.addEventListener('support-chat-open', opened);
    show({
      answers: {
        ...settings({ key: 'chat', value: true }),
        '/sys/shell/': {
          development: false,
          telemetry: false,
          chat: { script: 'https://chat.co/a.js', second_script: null },
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Ayuda' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Hablar con soporte' }));
    expect(opened).toHaveBeenCalledOnce();
    window.removeEventListener('support-chat-open', opened);
  });
});
