import { userProfile, type UserProfile } from '@cotejo/access-contracts';
import { sessionAtom, SessionProvider, type Session } from '@cotejo/access-web';
import { ApiError, type ApiClient } from '@cotejo/http/client';
import { addTranslations, type Language } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { i18n } from '../page-texts.ts';
import { webTranslations } from '../translations.ts';

export const sampleUser = (more: Partial<UserProfile> = {}): UserProfile =>
  userProfile.parse({
    id: '018f5c1e-0000-4000-8000-000000000001',
    username: 'ana.ruiz',
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: 'ana@andina.co',
    role: 'JR',
    is_superuser: false,
    groups: [],
    permissions: {},
    product: 'audit',
    account_id: '018f5c1e-0000-4000-8000-000000000002',
    account_name: 'Andina S.A.',
    user_type: 'auditor',
    account_addons: [],
    sigla: 'AR',
    ...more,
  });

export interface GivenPage {
  readonly user: UserProfile;
  readonly routes: RouteObject[];
  readonly at?: string;
  readonly language?: Language;
  /** Answers to GET by path; an Error is thrown, and missing paths are 404. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly session?: Partial<Session>;
}

/** Renders pages for a signed-in user; `posted` collects write requests. */
export function showPage({ user, routes, at = '/', language = 'es', answers = {}, session = {} }: GivenPage) {
  const posted: { readonly path: string; readonly body: unknown }[] = [];
  const read = async (path: string) => {
    const answer = answers[path] ?? new ApiError(404, { error: 'no', code: 'not_found' });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const post = async (path: string, body: unknown) => {
    posted.push({ path, body });
    return read(path);
  };
  const api = { get: read, getBytes: read, post, put: post } as unknown as ApiClient;
  addTranslations(i18n, [uiTranslations, webTranslations]);
  void i18n.changeLanguage(language);
  const store = createStore();
  store.set(sessionAtom, { status: 'signed-in', user });
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const given = { api, onSignedOut: () => () => undefined, ...session } as unknown as Session;
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <UiProvider i18n={i18n} env="test">
          <SessionProvider value={given}>
            <RouterProvider router={router} />
          </SessionProvider>
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  );
  return { ...view, router, posted, store };
}
