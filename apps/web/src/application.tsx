import { SessionProvider } from '@cotejo/access-web';
import { UiProvider } from '@cotejo/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { RouterProvider } from 'react-router';
import { FollowPerson } from './follow-person.tsx';
import { createRouter } from './routes.tsx';
import type { Started } from './start.ts';

const router = createRouter();

export function Application({ i18n, session, queries, store }: Started) {
  return (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <UiProvider i18n={i18n}>
          <SessionProvider value={session}>
            <FollowPerson>
              <RouterProvider router={router} />
            </FollowPerson>
          </SessionProvider>
        </UiProvider>
      </QueryClientProvider>
    </Provider>
  );
}
