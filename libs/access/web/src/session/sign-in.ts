import type {
  AuthenticationMethod,
  CodeChallenge,
  LoginAnswer,
  LoginStepAnswer,
} from '@cotejo/access-contracts';
import { createContext, useContext } from 'react';
import { SessionContext } from './use-session.ts';

/** Steps of signing in. */
export interface SignIn {
  /** First step of signing in: methods that this installation offers, the same for all names. Throws `ApiError`. */
  validateUsername(username: string): Promise<readonly AuthenticationMethod[]>;
  /** Second step. Refusals are returned, not thrown; so is a required code (`CodeChallenge`). */
  signIn(username: string, password: string, account?: string, pkg?: string): Promise<LoginStepAnswer>;
  /** Answers a challenge with its code or a recovery code. Refusals are returned. */
  proveCode(username: string, code: string, w: string, pkg?: string): Promise<LoginAnswer>;
  /** Sends another code by e-mail. Throws `ApiError`. */
  sendCode(w: string): Promise<CodeChallenge>;
  /** Exchanges the one-time token of a directory sign-in for a session. Refusals are returned. */
  finishExternal(w: string): Promise<LoginAnswer>;
  /** Sends a link by e-mail; the same for existing and unknown names. Throws `ApiError`. */
  forgotPassword(email: string, pkg: string): Promise<void>;
}

const SignInContext = createContext<SignIn | null>(null);
/** Before the session is loaded, provides the steps of signing in. */
export const SignInProvider = SignInContext.Provider;

/** The steps of signing in, by default those of the session. */
export function useSignIn(): SignIn {
  const session = useContext(SessionContext);
  const signIn = useContext(SignInContext) ?? session;
  if (signIn === null) throw new Error('useSignIn needs a SessionProvider or SignInProvider above it');
  return signIn;
}
