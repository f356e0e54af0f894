import { accessErrors, type LoginAnswer, type LoginStepAnswer } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { wordsOf, type ErrorTexts, type Language } from '@cotejo/http/server';
import type { Request } from 'express';
import type { Access } from '../access.ts';
import { profileOf } from '../people/profile.ts';
import { SESSION_SECONDS, type OpenedSession } from '../sign-in/sessions.ts';
import type { Browser } from '../sign-in/sign-in.ts';

type Refused = Extract<LoginAnswer, readonly [false, ...unknown[]]>;

/** Converts refusals of access to `[false, error, null]`; other errors are rethrown. */
export async function answered<A extends LoginStepAnswer>(
  texts: ErrorTexts,
  language: Language,
  judge: () => Promise<A>,
): Promise<A | Refused> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof Refusal) || error.catalogue !== accessErrors) throw error;
    const words = wordsOf(texts, error, language, error.options.params);
    return [false, { error: words, code: error.code }, null];
  }
}

/** The five items that the browser stores. */
export function signedIn(access: Access, session: OpenedSession): LoginAnswer {
  const principal = access.state.principalOfSession(session.id);
  const user = principal === null ? null : profileOf(access.state, principal);
  if (user === null) throw new Refusal(accessErrors, 'invalid_credentials');
  return [
    true,
    null,
    {
      token: session.token,
      type: 'Token',
      expires_in: SESSION_SECONDS,
      logged_in_at: session.signedInAt.toISOString(),
      user,
    },
  ];
}

export const browserOf = (request: Request): Browser => ({
  ip: request.ip ?? '',
  userAgent: request.headers['user-agent'] ?? '',
});
