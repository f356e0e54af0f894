import { accessCalls, type ExternalFault, type Principal } from '@cotejo/access-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { CookieOptions, Request } from 'express';
import { EXTERNAL_SECONDS } from '../external/external-sign-in.ts';
import { answered, browserOf, signedIn } from './login-answer.ts';
import type { Served } from './served.ts';

const { externalStart, externalReturn, externalFinish } = accessCalls.signIn;
export const externalCalls = { start: externalStart, return: externalReturn, finish: externalFinish };

/** `__Host-`: limited to this host and to https; over http browsers reject such a cookie. */
const COOKIES = { encrypted: '__Host-cotejo_external', plain: 'cotejo_external' } as const;
const PAGE = '/login/';

/** Calls of external sign-in. URLs never contain a token: the page fetches the session. */
export function externalHandlers({ access, texts }: Served): Handlers<typeof externalCalls, Principal> {
  const { external } = access;
  const cookieName = external.isEncrypted ? COOKIES.encrypted : COOKIES.plain;
  /** Lax: it must be sent when the directory redirects the browser back. */
  const cookie: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: external.isEncrypted, path: '/' };
  return {
    start: async ({ params: { method }, query: { pkg, account }, request, response }) => {
      // A directory with an open session asks nothing, so another site could sign the user in unnoticed.
      if (isFromElsewhere(request)) return response.redirect(302, PAGE);
      try {
        access.signIn.countNameCheck(request.ip ?? '');
        const { location, cookie: value } = await external.start(method, { pkg, account });
        response.cookie(cookieName, value, { ...cookie, maxAge: EXTERNAL_SECONDS * 1000 });
        response.redirect(302, location);
      } catch (error) {
        // The client is a browser showing a page, so errors are shown on the sign-in page.
        response.redirect(302, faultPage(external.faultOf(error, method)));
      }
    },
    return: async ({ params: { method }, request, response }) => {
      // The whole query string: a directory may add parameters of its own protocol.
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

/** Whether the request was started by another site, by Fetch Metadata; all current browsers send it. */
const isFromElsewhere = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

const faultPage = (fault: ExternalFault): string => `${PAGE}#error=${fault}`;
