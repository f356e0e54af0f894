import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { accessCalls, type ExternalFault, type LoginAnswer } from '@cotejo/access-contracts';
import {
  bodyOf,
  CurrentLanguage,
  ErrorTexts,
  paramsOf,
  queryOf,
  Serves,
  type BodyOf,
  type Language,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import type { CookieOptions, Request, Response } from 'express';
import { ACCESS, type Access } from '../access.ts';
import { EXTERNAL_SECONDS } from '../external/external-sign-in.ts';
import { answered, browserOf, signedIn } from './login-answer.ts';

const calls = accessCalls.signIn;
/** `__Host-`: of this host alone, and over https alone; without encryption a browser keeps no such cookie. */
const COOKIES = { encrypted: '__Host-cotejo_external', plain: 'cotejo_external' } as const;
const PAGE = '/login/';

/** Signing in with a directory or Google. No token is ever in an address: the page fetches the session. */
@Controller()
export class ExternalSignInController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
  ) {}

  @Serves(calls.externalStart)
  async start(
    @Param(paramsOf(calls.externalStart)) { method }: ParamsOf<typeof calls.externalStart>,
    @Query(queryOf(calls.externalStart)) { pkg, account }: QueryOf<typeof calls.externalStart>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // A directory that still knows the person asks nothing: another site would sign them in without a word.
    if (isFromElsewhere(request)) return response.redirect(302, PAGE);
    try {
      this.access.signIn.countNameCheck(request.ip ?? '');
      const { location, cookie } = await this.access.external.start(method, { pkg, account });
      response.cookie(this.cookieName, cookie, { ...this.cookie, maxAge: EXTERNAL_SECONDS * 1000 });
      response.redirect(302, location);
    } catch (error) {
      // A person is looking at this, not a program: they are told where they came from.
      response.redirect(302, faultPage(this.access.external.faultOf(error, method)));
    }
  }

  @Serves(calls.externalReturn)
  async return(
    @Param(paramsOf(calls.externalReturn)) { method }: ParamsOf<typeof calls.externalReturn>,
    @Query(queryOf(calls.externalReturn)) _query: QueryOf<typeof calls.externalReturn>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Whole: a directory may add what its own protocol needs.
    const [, query = ''] = request.originalUrl.split('?');
    const returned = await this.access.external.return(
      method,
      query,
      this.cookieOf(request),
      request.ip ?? '',
    );
    response.redirect(302, 'w' in returned ? `${PAGE}#w=${returned.w}` : faultPage(returned.fault));
  }

  @Serves(calls.externalFinish)
  async finish(
    @Body(bodyOf(calls.externalFinish)) { w }: BodyOf<typeof calls.externalFinish>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentLanguage() language: Language,
  ): Promise<LoginAnswer> {
    response.clearCookie(this.cookieName, this.cookie);
    return answered(this.texts, language, async () => {
      const session = await this.access.external.finish(w, this.cookieOf(request), browserOf(request));
      return signedIn(this.access, session);
    });
  }

  /** Lax: it must come along when the directory sends the browser back. */
  private get cookie(): CookieOptions {
    const secure = this.access.external.isEncrypted;
    return { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  }

  private get cookieName(): string {
    return this.access.external.isEncrypted ? COOKIES.encrypted : COOKIES.plain;
  }

  private cookieOf(request: Request): string | null {
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = pair.trim().split('=');
      if (name === this.cookieName && value !== undefined && value !== '') return value;
    }
    return null;
  }
}

/** What browsers say of the page that leads here; who says nothing of it is none of today's. */
const isFromElsewhere = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

const faultPage = (fault: ExternalFault): string => `${PAGE}#error=${fault}`;
