import { shellCalls } from '@cotejo/access-contracts';
import { SessionProvider } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { UiProvider } from '@cotejo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { FollowPerson } from './follow-person.tsx';
import { loadPageAhead } from './pages/audit-pages.tsx';
import { workspace } from './pages/signed-in-area.tsx';
import { createRouter } from './routes.tsx';
import type { Started } from './start.ts';

export { crashReporter } from './crash-report.ts';
export { isLedElsewhere, pageAfterSignIn } from './pages/after-sign-in.ts';
export { start } from './start.ts';

let router: ReturnType<typeof createRouter> | null = null;

export function Application({ i18n, session, queries, store }: Started) {
  // Created with the first render, because it reads the address then.
  const [routes] = useState(() => (router ??= createRouter()));
  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <UiProvider i18n={i18n}>
          <SessionProvider value={session}>
            <FollowPerson>
              <RouterProvider router={routes} />
            </FollowPerson>
          </SessionProvider>
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  );
}

/** Loads what the user sees after signing in. */
export const loadFirstPage = (): Promise<unknown> => Promise.all([workspace.load(), loadPageAhead('/')]);

/** Whether this is a development server, for the document's title. */
export const isDevelopment = async ({ session }: Started): Promise<boolean> =>
  (await perform(session.api, shellCalls.settings, {})).development;
