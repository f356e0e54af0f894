import { accessCalls, type ExternalFault, type Principal } from '@cotejo/access-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { CookieOptions, Request } from 'express';
import { EXTERNAL_SECONDS } from '../external/external-sign-in.ts';
import { answered, browserOf, signedIn } from './login-answer.ts';
import type { Served } from './served.ts';

const { externalStart, externalReturn, externalFinish } = accessCalls.signIn;
export const externalCalls = { start: externalStart, return: externalReturn, finish: externalFinish };

/** `__Host-`: of this host alone, and over https alone; without encryption a browser keeps no such cookie. */
const COOKIES = { encrypted: '__Host-cotejo_external', plain: 'cotejo_external' } as const;
const PAGE = '/login/';

/** Signing in with a directory or Google. No token is ever in an address: the page fetches the session. */
export function externalHandlers({ access, texts }: Served): Handlers<typeof externalCalls, Principal> {
  const { external } = access;
  const cookieName = external.isEncrypted ? COOKIES.encrypted : COOKIES.plain;
  /** Lax: it must come along when the directory sends the browser back. */
  const cookie: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: external.isEncrypted, path: '/' };
  return {
    start: async ({ params: { method }, query: { pkg, account }, request, response }) => {
      // A directory that still knows the person asks nothing: another site would sign them in without a word.
      if (isFromElsewhere(request)) return response.redirect(302, PAGE);
      try {
        access.signIn.countNameCheck(request.ip ?? '');
        const { location, cookie: value } = await external.start(method, { pkg, account });
        response.cookie(cookieName, value, { ...cookie, maxAge: EXTERNAL_SECONDS * 1000 });
        response.redirect(302, location);
      } catch (error) {
        // A person is looking at this, not a program: they are told where they came from.
        response.redirect(302, faultPage(external.faultOf(error, method)));
      }
    },
    return: async ({ params: { method }, request, response }) => {
      // Whole: a directory may add what its own protocol needs.
      const [, query = ''] = request.originalUrl.split('?');
      const known = cookieOf(request, cookieName);
      const returned = await external.return(method, query, known, request.ip ?? '');
      response.redirect(302, 'w' in returned ? `${PAGE}#w=${returned.w}` : faultPage(returned.fault));
    },
    finish: async ({ body: { w }, request, response, language }) => {
      response.clearCookie(cookieName, cookie);
      const answer = await answered(texts, language, async () => {
        const session = await external.finish(w, cookieOf(request, cookieName), browserOf(request));
        return signedIn(access, session);
      });
      return response.json(answer);
    },
  };
}

function cookieOf({ headers }: Request, cookieName: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === cookieName && value !== undefined && value !== '') return value;
  }
  return null;
}

/** What browsers say of the page that leads here; who says nothing of it is none of today's. */
const isFromElsewhere = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

const faultPage = (fault: ExternalFault): string => `${PAGE}#error=${fault}`;
