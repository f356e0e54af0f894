import { Entrance, type EntranceProps } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

export type SignInPageProps = EntranceProps;

/** Sign-in page. */
export function SignInPage(props: SignInPageProps) {
  return (
    <Entrance {...props}>
      <SignInForm />
    </Entrance>
  );
}
