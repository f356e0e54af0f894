import type { UserDetail, UserProfile } from '@cotejo/access-contracts';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { aSession, memoryStorage } from './session/session-samples.fixture.ts';
import { createSession } from './session/session.ts';
import { sessionAtom } from './session/session-atom.ts';
import { SessionProvider } from './session/use-session.ts';
import { writeSession } from './session/stored-session.ts';
import { signInTranslations } from './sign-in/translations.ts';
import { accessTranslations } from './translations.ts';

/** Test fixture: a recorded request to the stubbed server. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}
export type Answers = Readonly<Record<string, (asked: Asked) => unknown>>;

/** An error answer. */
export class Refused {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly error: string,
    readonly fields: Readonly<Record<string, string>> = {},
  ) {}
}
/** An answer without the `{data, status}` envelope. */
export class Raw {
  constructor(readonly body: unknown) {}
}

/** Renders a screen for a user, with answers by `METHOD path`; returns the recorded requests. */
export function show(screen: ReactNode, answers: Answers, user: Partial<UserProfile> | null = {}) {
  const asked: Asked[] = [];
  // A spy instead of a stub: `unstubAllGlobals` would also remove globals that jsdom lacks.
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, request = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'https://cotejo.example');
    const one: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname.replace('/api', ''),
      query: Object.fromEntries(url.searchParams),
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
    };
    asked.push(one);
    const answer = answers[`${one.method} ${one.path}`];
    const told = answer === undefined ? new Refused(404, 'not_found', 'No hay.') : answer(one);
    const [status, body] =
      told instanceof Refused
        ? [told.status, { error: told.error, code: told.code, fields: told.fields }]
        : told instanceof Raw
          ? [200, told.body]
          : [200, { data: told, status: 200 }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  const store = createStore();
  const storage = memoryStorage();
  const profile = { ...aSession.user, ...user };
  if (user !== null) {
    writeSession(storage, { ...aSession, user: profile });
    store.set(sessionAtom, { status: 'signed-in', user: profile });
  }
  const nothing = () => undefined;
  const session = createSession({
    storage,
    store,
    language: () => 'es',
    onExpired: nothing,
    onReset: nothing,
  });
  const router = createMemoryRouter([{ path: '*', element: screen }]);
  render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <UiProvider
          i18n={createI18n({ resources: [uiTranslations, signInTranslations, accessTranslations] })}
          env="test"
        >
          <SessionProvider value={session}>
            <WorkspaceProvider workspace={givenWorkspace({ me: { id: profile.id } })}>
              <RouterProvider router={router} />
            </WorkspaceProvider>
          </SessionProvider>
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  );
  const of = (method: string, path: string) =>
    asked.filter((one) => one.method === method && one.path === path);
  return { asked, of, state: () => store.get(sessionAtom), router, profile };
}

export const aPerson: UserDetail = {
  id: '0193b1a2-0000-7000-8000-000000000002',
  username: 'laura.pineda',
  first_name: 'Laura',
  last_name: 'Pineda',
  role: 'JR',
  user_type: 'auditor',
  sigla: 'LP',
  position: null,
  active: true,
  email: 'laura.pineda@example.com',
  code: null,
  area: null,
  role_id: 'JR',
  role_name: 'Auditor',
  last_login: '2026-11-19T14:00:00.000Z',
  clients: [],
  auth_method: 'password',
  otp_active: false,
  last_password_change: null,
  locked: false,
  throttled_until: null,
  slotId: null,
  forgotten: false,
};
