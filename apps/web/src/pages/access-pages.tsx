import { signInTranslations } from '@cotejo/access-web/sign-in/translations';
import { accessTranslations } from '@cotejo/access-web/translations';
import { fromChunk } from '@cotejo/ui';
import { Suspense } from 'react';
import { chunkWithTexts } from '../page-texts.ts';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';

/** The sign-in page has texts of its own; other screens of access use some of them. */
const TEXTS = [signInTranslations, accessTranslations];

const profile = chunkWithTexts(TEXTS, () => import('@cotejo/access-web/profile'));
const signIn = chunkWithTexts([signInTranslations], () => import('@cotejo/access-web/sign-in'));

export const SignInPage = fromChunk(signIn, (screens) => screens.SignInPage);
export const ProfilePage = fromChunk(profile, (screens) => screens.ProfilePage);
export const TermsDialog = fromChunk(profile, (screens) => screens.TermsDialog);

const ResetPasswordPage = fromChunk(profile, (screens) => screens.ResetPasswordPage);

/** `/profile/ResetPassword/`: for users with a link from a mail, and for those who must change their password. */
export function ResetPasswordRoute() {
  return (
    <Suspense>
      <ResetPasswordPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
