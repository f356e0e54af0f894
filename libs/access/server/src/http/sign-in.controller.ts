import { Body, Controller, Inject, Query, Req } from '@nestjs/common';
import {
  accessCalls,
  passwordRulesToWire,
  type CodeChallenge,
  type LoginAnswer,
  type LoginStepAnswer,
  type Principal,
} from '@cotejo/access-contracts';
import {
  bodyOf,
  CurrentLanguage,
  CurrentPrincipal,
  ErrorTexts,
  queryOf,
  Serves,
  type BodyOf,
  type DataOf,
  type Language,
  type QueryOf,
} from '@cotejo/http/server';
import type { Request } from 'express';
import { ACCESS, type Access } from '../access.ts';
import { answered, browserOf, signedIn } from './login-answer.ts';

const calls = accessCalls.signIn;

/** Signing in and out, and forgotten passwords; specification 1, section 7. */
@Controller()
export class SignInController {
  constructor(
    @Inject(ACCESS) private readonly access: Access,
    @Inject(ErrorTexts) private readonly texts: ErrorTexts,
  ) {}

  /** Says what everybody may use, and nothing of the person. */
  @Serves(calls.validateUsername)
  validateUsername(
    @Body(bodyOf(calls.validateUsername)) _body: BodyOf<typeof calls.validateUsername>,
    @Req() request: Request,
  ): DataOf<typeof calls.validateUsername> {
    this.access.signIn.countNameCheck(request.ip ?? '');
    return { method: 'password', methods: ['password', ...this.access.external.methods] };
  }

  /** Refused credentials are an answer, `[false, error, null]`; only a faulty or throttled call is an error. */
  @Serves(calls.login)
  async login(
    @Body(bodyOf(calls.login)) { username, password, pkg, account }: BodyOf<typeof calls.login>,
    @Req() request: Request,
    @CurrentLanguage() language: Language,
  ): Promise<LoginStepAnswer> {
    return answered(this.texts, language, async (): Promise<LoginStepAnswer> => {
      const typed = { username, password, pkg, account, ...browserOf(request) };
      const step = await this.access.signIn.signIn(typed);
      return step.kind === 'code' ? [true, null, step.challenge] : signedIn(this.access, step.session);
    });
  }

  @Serves(calls.validateCode)
  async validateCode(
    @Body(bodyOf(calls.validateCode)) { u, code, w }: BodyOf<typeof calls.validateCode>,
    @Req() request: Request,
    @CurrentLanguage() language: Language,
  ): Promise<LoginAnswer> {
    return answered(this.texts, language, async () => {
      const given = { username: u, code, w, ...browserOf(request) };
      return signedIn(this.access, await this.access.signIn.giveCode(given));
    });
  }

  @Serves(calls.sendCode)
  sendCode(
    @Body(bodyOf(calls.sendCode)) { w }: BodyOf<typeof calls.sendCode>,
    @Req() request: Request,
  ): Promise<CodeChallenge> {
    this.access.signIn.countNameCheck(request.ip ?? '');
    return this.access.codes.sendAgain(w);
  }

  /** Never repeated: under the same key another session would be told that it ended, and go on. */
  @Serves(calls.logout)
  async logout(@CurrentPrincipal() principal: Principal): Promise<void> {
    await this.access.signIn.signOut(principal);
  }

  @Serves(calls.forgotPassword)
  forgotPassword(
    @Body(bodyOf(calls.forgotPassword)) { email, pkg }: BodyOf<typeof calls.forgotPassword>,
    @Req() request: Request,
  ): DataOf<typeof calls.forgotPassword> {
    this.access.resets.ask(email, pkg, request.ip ?? '');
    return { sent: true };
  }

  @Serves(calls.checkResetLink)
  async checkResetLink(
    @Query(queryOf(calls.checkResetLink)) link: QueryOf<typeof calls.checkResetLink>,
  ): Promise<DataOf<typeof calls.checkResetLink>> {
    return { valid: true, rules: passwordRulesToWire(await this.access.resets.check(link)) };
  }

  @Serves(calls.examineResetLink)
  examineResetLink(
    @Body(bodyOf(calls.examineResetLink)) link: BodyOf<typeof calls.examineResetLink>,
  ): Promise<DataOf<typeof calls.examineResetLink>> {
    return this.checkResetLink(link);
  }

  @Serves(calls.changeForgotten)
  async changeForgotten(
    @Body(bodyOf(calls.changeForgotten)) { uid, token, ...typed }: BodyOf<typeof calls.changeForgotten>,
  ): Promise<DataOf<typeof calls.changeForgotten>> {
    await this.access.resets.change({ uid, token }, typed);
    return { changed: true };
  }
}
