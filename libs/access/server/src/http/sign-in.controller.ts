import { Body, Controller, Inject, Req } from '@nestjs/common';
import {
  accessCalls,
  accessErrors,
  loginBody,
  validateUsernameBody,
  type LoginAnswer,
  type Principal,
  type validateUsernameAnswer,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  CurrentLanguage,
  CurrentPrincipal,
  ErrorTexts,
  Serves,
  wordsOf,
  zodBody,
  type Language,
} from '@cotejo/http/server';
import type { Request } from 'express';
import type { z } from 'zod';
import { ACCESS, type Access } from '../access.ts';
import { profileOf } from '../people/profile.ts';
import { SESSION_SECONDS } from '../sign-in/sign-in.ts';

/** Signing in and out; specification 1, section 7. */
@Controller()
export class SignInController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
  ) {}

  @Serves(accessCalls.signIn.validateUsername)
  validateUsername(
    @Body(zodBody(validateUsernameBody)) _body: z.infer<typeof validateUsernameBody>,
    @Req() request: Request,
  ): z.infer<typeof validateUsernameAnswer> {
    this.access.signIn.countNameCheck(request.ip ?? '');
    return { method: 'password' };
  }

  /** Refused credentials are an answer, `[false, error, null]`; only a faulty or throttled call is an error. */
  @Serves(accessCalls.signIn.login)
  async login(
    @Body(zodBody(loginBody)) body: z.infer<typeof loginBody>,
    @Req() request: Request,
    @CurrentLanguage() language: Language,
  ): Promise<LoginAnswer> {
    try {
      const { username, password, pkg, account } = body;
      const ip = request.ip ?? '';
      const userAgent = request.headers['user-agent'] ?? '';
      const opened = await this.access.signIn.signIn({ username, password, pkg, account, ip, userAgent });
      const principal = this.access.state.principalOfSession(opened.id);
      const user = principal === null ? null : profileOf(this.access.state, principal);
      if (user === null) throw new Refusal(accessErrors, 'invalid_credentials');
      return [
        true,
        null,
        {
          token: opened.token,
          type: 'Token',
          expires_in: SESSION_SECONDS,
          logged_in_at: opened.signedInAt.toISOString(),
          user,
        },
      ];
    } catch (error) {
      if (!(error instanceof Refusal) || error.catalogue !== accessErrors) throw error;
      const words = wordsOf(this.texts, error, language, error.options.params);
      return [false, { error: words, code: error.code }, null];
    }
  }

  /** Never repeated: under the same key another session would be told that it ended, and go on. */
  @Serves(accessCalls.signIn.logout)
  async logout(@CurrentPrincipal() principal: Principal): Promise<void> {
    await this.access.signIn.signOut(principal);
  }
}
