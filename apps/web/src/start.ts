import { createSession, sessionAtom, type Session } from '@cotejo/access-web';
import type { UserProfile } from '@cotejo/access-contracts';
import { createI18n, languageOf, type I18n } from '@cotejo/i18n';
import { readBaseAhead } from '@cotejo/rooms/client/base-ahead';
import { forgetDrafts, notify, uiTranslations } from '@cotejo/ui';
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'jotai';
import { CONTEXTS } from './contexts.ts';
import { callsOf } from './calls-of-page.ts';
import { followRefusal } from './follow-refusal.ts';
import { followLanguage, storedLanguage } from './language.ts';
import { auditPages } from './pages/audit-pages.tsx';
import { workspace } from './pages/signed-in-area.tsx';
import { createQueryClient } from './query-client.ts';
import { tellFailure } from './tell-failure.ts';
import { webTranslations } from './translations.ts';

export interface Started {
  readonly i18n: I18n;
  readonly session: Session;
  readonly queries: QueryClient;
  readonly store: ReturnType<typeof createStore>;
  /** What the first page is made of is there, or will tell there that it could not be loaded. */
  readonly ready: Promise<unknown>;
}

/** Everything that lives as long as the page, wired together. */
export function start(): Started {
  const i18n = createI18n({
    language: storedLanguage(localStorage),
    resources: [uiTranslations, webTranslations, ...CONTEXTS.map(({ words }) => words)],
  });
  followLanguage(i18n, localStorage);
  const store = createStore();
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
  // What they were still waiting for is not asked again in nobody's name.
  session.onSignedOut(() => queries.cancelQueries());
  // What this browser keeps of a person's rooms goes with the person; loaded only then.
  session.onSignedOut(async ({ id }) => (await import('@cotejo/rooms/client')).wipeCaches(id));
  // And which branches of which audits they left open.
  session.onSignedOut(async ({ id }) => (await import('@cotejo/audits-web')).forgetTrees(localStorage, id));
  // And what they typed into forms and did not send.
  session.onSignedOut(({ id }) => forgetDrafts(localStorage, id));
  // And files that were on their way.
  session.onSignedOut(async ({ id }) =>
    (await import('@cotejo/worksheets-web/uploads')).endUploads(store, id),
  );
  session.followOtherTabs(window);
  void session.load();
  const entered = store.get(sessionAtom);
  const ready = entered.status === 'signed-in' ? loadAhead(session, entered.user) : Promise.resolve();
  return { i18n, session, queries, store, ready };
}

/** After so long something is shown, be it that the rest is still to come. */
const PATIENCE_MS = 3_000;

/**
 * Whoever is signed in needs these: program and data come side by side instead of one behind the other. What
 * fails is asked for again, and told, where it is shown.
 */
function loadAhead({ api }: Session, user: UserProfile): Promise<unknown> {
  const { calls, tree } = callsOf(location);
  for (const path of calls) api.askAhead(path);
  if (tree) {
    void readBaseAhead(user.id, `audit/${tree.id}`).then((isHeld) => {
      if (!isHeld) api.askAhead(tree.call);
    });
  }
  const loaded = Promise.allSettled([workspace.load(), auditPages.load()]);
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
