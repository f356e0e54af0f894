import { Entrance, type EntranceProps } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

export type SignInPageProps = EntranceProps;

/** Where people come in. */
export function SignInPage(props: SignInPageProps) {
  return (
    <Entrance {...props}>
      <SignInForm />
    </Entrance>
  );
}
