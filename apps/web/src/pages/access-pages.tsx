import { addTranslations, type TranslationBundle } from '@cotejo/i18n';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { createChunk, fromChunk, type Chunk } from '@cotejo/ui';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';

interface Screens<C> {
  readonly screens: C;
  readonly texts: readonly TranslationBundle[];
}

/** Screens of access; each chunk loads with its texts on first use. */
const chunkOf = <C,>(
  load: () => Promise<C>,
  ...texts: readonly (() => Promise<TranslationBundle>)[]
): Chunk<Screens<C>> =>
  createChunk(async () => {
    const [screens, ...bundles] = await Promise.all([load(), ...texts.map((bundle) => bundle())]);
    return { screens, texts: bundles };
  });

/** Texts of the sign-in pages. */
const ofSignIn = async () => (await import('@cotejo/access-web/sign-in/translations')).signInTranslations;
const ofAccess = async () => (await import('@cotejo/access-web/translations')).accessTranslations;

/** A screen of a chunk; its texts are added before its first render (adding twice is harmless). */
function screenOf<C, P extends object>(
  chunk: Chunk<Screens<C>>,
  pick: (screens: C) => ComponentType<P>,
): ComponentType<P> {
  return fromChunk(chunk, ({ screens, texts }) => {
    const Screen = pick(screens);
    return function WithTexts(props: P) {
      const { i18n } = useTranslation();
      addTranslations(i18n, texts);
      return <Screen {...props} />;
    };
  });
}

const profile = chunkOf(() => import('@cotejo/access-web/profile'), ofSignIn, ofAccess);
const signIn = chunkOf(() => import('@cotejo/access-web/sign-in'), ofSignIn);

export const SignInPage = screenOf(signIn, (screens) => screens.SignInPage);
export const ProfilePage = screenOf(profile, (screens) => screens.ProfilePage);
export const TermsDialog = screenOf(profile, (screens) => screens.TermsDialog);

const ResetPasswordPage = screenOf(profile, (screens) => screens.ResetPasswordPage);

/** `/profile/ResetPassword/`: for users with a link from a mail, and for those who must change their password. */
export function ResetPasswordRoute() {
  return (
    <Suspense>
      <ResetPasswordPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
