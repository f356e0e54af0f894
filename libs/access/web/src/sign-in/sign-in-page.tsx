import { usePageTitle } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { Entrance, type EntranceProps } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

export type SignInPageProps = EntranceProps;

/** Where people come in. */
export function SignInPage(props: SignInPageProps) {
  const { t } = useTranslation('access-web');
  usePageTitle(t('sign_in.page'));
  return (
    <Entrance {...props}>
      <SignInForm />
    </Entrance>
  );
}
