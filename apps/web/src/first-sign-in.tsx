import { sessionAtom, SignInProvider, type SignIn } from '@cotejo/access-web';
import { SignInPage } from '@cotejo/access-web/sign-in';
import { signInTranslations } from '@cotejo/access-web/sign-in/translations';
import { ApiError } from '@cotejo/http/error';
import { loadTranslations } from '@cotejo/i18n';
import {
  CrashReporterProvider,
  ErrorBoundary,
  showFlashes,
  UiProvider,
  uiTranslations,
  useBrowserTitle,
  useChunk,
  useWhenIdle,
  type CrashReporter,
} from '@cotejo/ui';
import { Provider, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { followLanguage } from './language.ts';
import { application, store } from './load-application.ts';
import { i18n } from './page-texts.ts';
import { Brand } from './shell/brand.tsx';
import { PreferencesMenu } from './shell/preferences-menu.tsx';
import { useBrowserNotice } from './shell/unsupported-browser.ts';
import { webTranslations } from './translations.ts';

const LOGIN_PATH = '/login/';

/** Whether to show the sign-in page first: no user is signed in, and the URL requests no other page. */
export const isFirstSignIn = (
  storage: Pick<Storage, 'getItem'>,
  { pathname }: Pick<Location, 'pathname'>,
): boolean => storage.getItem('token') === null && (pathname === '/' || pathname === LOGIN_PATH);

/** Loads what the page shows; without its texts, it shows their keys. */
export const loadFirstSignIn = (): Promise<unknown> =>
  loadTranslations(i18n, [uiTranslations, webTranslations, signInTranslations]).catch(() => undefined);

/** The sign-in page before the application is loaded, which then takes its place. */
export function FirstSignIn() {
  const { status } = useAtomValue(sessionAtom, { store });
  const loaded = application.loaded();
  useEffect(() => leaveWhenSignedIn(), []);
  if (status === 'signed-in' && loaded) return <loaded.Application {...loaded.started} />;
  return (
    <Provider store={store}>
      <UiProvider i18n={i18n}>
        <CrashReporterProvider value={reportCrash}>
          <ErrorBoundary>
            <SignInProvider value={signIn}>
              <Page />
            </SignInProvider>
          </ErrorBoundary>
        </CrashReporterProvider>
      </UiProvider>
    </Provider>
  );
}

function Page() {
  const { t } = useTranslation('web');
  const [isMarked, setMarked] = useState(false);
  useWhenIdle(loadWhatFollows);
  useBrowserTitle({ product: t('product'), marker: isMarked ? t('development') : null });
  useBrowserNotice();
  useEffect(() => followLanguage(i18n, localStorage), []);
  useEffect(() => showFlashes(localStorage), []);
  const loaded = useChunk(application);
  useEffect(() => void loaded?.isDevelopment(loaded.started).then(setMarked, () => undefined), [loaded]);
  return <SignInPage brand={<Brand />} preferences={<PreferencesMenu />} />;
}

/** While the user types. */
const loadWhatFollows = async () => (await application.load()).loadFirstPage();

/** Opens the page that was requested before signing in, in time for the application's router. */
function leaveWhenSignedIn(): () => void {
  const unsubscribe = store.sub(sessionAtom, () => {
    const state = store.get(sessionAtom);
    const loaded = application.loaded();
    if (state.status !== 'signed-in' || loaded === null) return;
    unsubscribe();
    const { isLedElsewhere, pageAfterSignIn } = loaded;
    if (location.pathname === LOGIN_PATH)
      history.replaceState(null, '', pageAfterSignIn(isLedElsewhere(state.user)));
  });
  return unsubscribe;
}

/** The session's steps of signing in, which arrive with the application. */
async function steps(): Promise<SignIn> {
  try {
    return (await application.load()).started.session;
  } catch (cause) {
    throw ApiError.network(cause);
  }
}

const signIn: SignIn = {
  validateUsername: async (...given) => (await steps()).validateUsername(...given),
  signIn: async (...given) => (await steps()).signIn(...given),
  proveCode: async (...given) => (await steps()).proveCode(...given),
  sendCode: async (...given) => (await steps()).sendCode(...given),
  finishExternal: async (...given) => (await steps()).finishExternal(...given),
  forgotPassword: async (...given) => (await steps()).forgotPassword(...given),
};

const reportCrash: CrashReporter = (fault, info) =>
  void application.load().then(
    ({ crashReporter, started }) => crashReporter(started.session.api, store)(fault, info),
    () => undefined,
  );
