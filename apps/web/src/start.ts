import { createSession, sessionAtom, type Session } from '@cotejo/access-web';
import type { UserProfile } from '@cotejo/access-contracts';
import { languageOf, loadTranslations, type I18n } from '@cotejo/i18n';
import { readBaseAhead } from '@cotejo/rooms/client/base-ahead';
import { forgetDrafts, notify, uiTranslations } from '@cotejo/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { createStore } from 'jotai';
import { CONTEXTS } from './contexts.ts';
import { callsOf } from './calls-of-page.ts';
import { followRefusal } from './follow-refusal.ts';
import { followLanguage } from './language.ts';
import { i18n } from './page-texts.ts';
import { loadPageAhead } from './pages/audit-pages.tsx';
import { workspace } from './pages/signed-in-area.tsx';
import { createQueryClient } from './query-client.ts';
import { tellFailure } from './tell-failure.ts';
import { webTranslations } from './translations.ts';

export interface Started {
  readonly i18n: I18n;
  readonly session: Session;
  readonly queries: QueryClient;
  readonly store: ReturnType<typeof createStore>;
  /** Resolves when the first page's code and texts are loaded, or failed to load (its error is shown by the page). */
  readonly ready: Promise<unknown>;
}

/** Creates and connects all services of the page's lifetime. */
export function start(store: Started['store']): Started {
  const texts = loadTranslations(i18n, [
    uiTranslations,
    webTranslations,
    ...CONTEXTS.map(({ words }) => words),
  ]);
  followLanguage(i18n, localStorage);
  const queries = createQueryClient(
    (error) => tellFailure(error, i18n),
    (error) => followRefusal(error, session, store),
  );
  const session = createSession({
    storage: localStorage,
    store,
    language: () => languageOf(i18n),
    onExpired: () => notify.warning(i18n.t('session_expired', { ns: 'web' }), { id: 'session-expired' }),
    onReset: () => queries.clear(),
  });
  // Pending queries are cancelled, so that they are not repeated without a session.
  session.onSignedOut(() => queries.cancelQueries());
  // Deletes the user's cached rooms; loaded on demand.
  session.onSignedOut(async ({ id }) => (await import('@cotejo/rooms/client')).wipeCaches(id));
  // Deletes the stored expansion of trees.
  session.onSignedOut(async ({ id }) =>
    (await import('@cotejo/audits-web/tree-memory')).forgetTrees(localStorage, id),
  );
  // Deletes unsent form input.
  session.onSignedOut(({ id }) => forgetDrafts(localStorage, id));
  // Deletes unfinished uploads.
  session.onSignedOut(async ({ id }) =>
    (await import('@cotejo/worksheets-web/uploads')).endUploads(store, id),
  );
  session.followOtherTabs(window);
  void session.load();
  const entered = store.get(sessionAtom);
  const first = entered.status === 'signed-in' ? loadAhead(session, entered.user) : Promise.resolve();
  const ready = Promise.allSettled([texts, first]);
  return { i18n, session, queries, store, ready };
}

/** Milliseconds after which the page is shown even if parts are missing. */
const PATIENCE_MS = 3_000;

/**
 * Preloads code and data of signed-in users in parallel. Failures are ignored here: the components retry and
 * report them.
 */
function loadAhead({ api }: Session, user: UserProfile): Promise<unknown> {
  const { calls, tree } = callsOf(location);
  for (const path of calls) api.askAhead(path);
  if (tree) {
    void readBaseAhead(user.id, `audit/${tree.id}`).then((isHeld) => {
      if (!isHeld) api.askAhead(tree.call);
    });
  }
  const loaded = Promise.allSettled([workspace.load(), loadPageAhead(location.pathname)]);
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
