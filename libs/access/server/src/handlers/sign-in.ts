import {
  accessCalls,
  passwordRulesToWire,
  type LoginStepAnswer,
  type Principal,
} from '@cotejo/access-contracts';
import type { Handlers } from '@cotejo/http/server';
import { answered, browserOf, signedIn } from './login-answer.ts';
import type { Served } from './served.ts';

const {
  externalStart: _start,
  externalReturn: _return,
  externalFinish: _finish,
  ...calls
} = accessCalls.signIn;
export const signInCalls = calls;

/** Sign-in, sign-out and password reset; specification 1, section 7. */
export function signInHandlers({ access, texts }: Served): Handlers<typeof signInCalls, Principal> {
  const { signIn, external, resets, codes } = access;
  const rulesBehind = async (link: Parameters<typeof resets.check>[0]) =>
    ({ valid: true, rules: passwordRulesToWire(await resets.check(link)) }) as const;
  return {
    /** Returns the methods that the installation offers, independent of the user name. */
    validateUsername: ({ request }) => {
      signIn.countNameCheck(request.ip ?? '');
      return { method: 'password', methods: ['password', ...external.methods] };
    },
    /** Wrong credentials are a regular answer, `[false, error, null]`; only invalid or throttled calls are errors. */
    login: ({ body: { username, password, pkg, account }, request, language }) =>
      answered(texts, language, async (): Promise<LoginStepAnswer> => {
        const typed = { username, password, pkg, account, ...browserOf(request) };
        const step = await signIn.signIn(typed);
        return step.kind === 'code' ? [true, null, step.challenge] : signedIn(access, step.session);
      }),
    validateCode: ({ body: { u, code, w }, request, language }) =>
      answered(texts, language, async () => {
        const given = { username: u, code, w, ...browserOf(request) };
        return signedIn(access, await signIn.giveCode(given));
      }),
    sendCode: ({ body: { w }, request }) => {
      signIn.countNameCheck(request.ip ?? '');
      return codes.sendAgain(w);
    },
    logout: ({ principal }) => signIn.signOut(principal),
    forgotPassword: ({ body: { email, pkg }, request }) => {
      resets.ask(email, pkg, request.ip ?? '');
      return { sent: true };
    },
    checkResetLink: ({ query }) => rulesBehind(query),
    examineResetLink: ({ body }) => rulesBehind(body),
    changeForgotten: async ({ body: { uid, token, ...typed } }) => {
      await resets.change({ uid, token }, typed);
      return { changed: true };
    },
  };
}
