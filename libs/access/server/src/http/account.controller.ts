import { Body, Controller, Inject, Query, Req, Res, StreamableFile } from '@nestjs/common';
import {
  accessCalls,
  accessErrors,
  LOGO,
  passwordRulesToWire,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { hasRole, mayHandle } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import {
  bodyOf,
  CurrentPrincipal,
  queryOf,
  Serves,
  Upload,
  UploadedBody,
  type BodyOf,
  type DataOf,
  type QueryOf,
} from '@cotejo/http/server';
import type { Request, Response } from 'express';
import { ACCESS, type Access } from '../access.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { reasonOf } from '../state/change-access.ts';

const calls = accessCalls.account;

/** Path of the upload, whose body is read only once its sender is let in. */
export const LOGO_UPLOAD = /\/account\/logo\/?$/;

const MEGABYTE = 1024 * 1024;
const logoTooLarge = (): Refusal =>
  new Refusal(accessErrors, 'logo_size', { params: { most: LOGO.maxBytes / MEGABYTE } });

/** What the account decides about itself. */
@Controller()
export class AccountController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.storageQuota)
  storageQuota(@CurrentPrincipal() { accountId }: Principal): Promise<DataOf<typeof calls.storageQuota>> {
    return this.access.admin.account.quota(accountId);
  }

  @Serves(calls.storageReservations)
  async storageReservations(
    @CurrentPrincipal() { accountId }: Principal,
  ): Promise<DataOf<typeof calls.storageReservations>> {
    return { records: [...(await this.access.admin.account.reservations(accountId))] };
  }

  @Serves(calls.publicSettings)
  publicSettings(@CurrentPrincipal() { accountId }: Principal): DataOf<typeof calls.publicSettings> {
    return { records: [...this.access.admin.account.publicSettings(accountId)] };
  }

  @Serves(calls.setPublicSetting)
  async setPublicSetting(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.setPublicSetting)) body: BodyOf<typeof calls.setPublicSetting>,
  ): Promise<DataOf<typeof calls.setPublicSetting>> {
    await this.access.admin.account.setPublicSetting(principal, body, reasonOf(body));
    return this.publicSettings(principal);
  }

  @Serves(calls.logo)
  async logo(
    @CurrentPrincipal() { accountId }: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const logo = await this.access.admin.account.logo(accountId);
    if (logo === null) throw new Refusal(httpErrors, 'not_found');
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', `"${logo.sha256}"`);
    const disposition = `inline; filename="logo.${logo.type === 'image/png' ? 'png' : 'jpg'}"`;
    return new StreamableFile(logo.bytes, { type: logo.type, length: logo.bytes.length, disposition });
  }

  @Serves(calls.setLogo)
  @Upload({ limit: LOGO.maxBytes, tooLarge: logoTooLarge })
  async setLogo(
    @CurrentPrincipal() principal: Principal,
    @UploadedBody() file: Uint8Array,
    @Query(queryOf(calls.setLogo)) query: QueryOf<typeof calls.setLogo>,
  ): Promise<DataOf<typeof calls.setLogo>> {
    return { sha256: await this.access.admin.account.setLogo(principal, file, reasonOf(query)) };
  }

  @Serves(calls.removeLogo)
  async removeLogo(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.removeLogo)) query: QueryOf<typeof calls.removeLogo>,
  ): Promise<DataOf<typeof calls.removeLogo>> {
    return { removed: await this.access.admin.account.removeLogo(principal, reasonOf(query)) };
  }

  @Serves(calls.passwordRules)
  passwordRules(@CurrentPrincipal() principal: Principal): DataOf<typeof calls.passwordRules> {
    return passwordRulesToWire(this.scope(principal).account.passwordRules);
  }

  @Serves(calls.setPasswordRules)
  async setPasswordRules(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.setPasswordRules)) body: BodyOf<typeof calls.setPasswordRules>,
  ): Promise<DataOf<typeof calls.setPasswordRules>> {
    await this.access.admin.account.setPasswordRules(principal, body, reasonOf(body));
    return this.passwordRules(principal);
  }

  @Serves(calls.security)
  security(@CurrentPrincipal() principal: Principal): DataOf<typeof calls.security> {
    const { secondFactorRequired, addresses } = this.scope(principal).account;
    return { second_factor_required: secondFactorRequired, ranges: [...addresses] };
  }

  @Serves(calls.requireSecondFactor)
  async requireSecondFactor(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.requireSecondFactor)) body: BodyOf<typeof calls.requireSecondFactor>,
  ): Promise<DataOf<typeof calls.requireSecondFactor>> {
    const { required } = body;
    await this.access.admin.account.requireSecondFactor(principal, required, reasonOf(body));
    return { required };
  }

  @Serves(calls.setAddresses)
  async setAddresses(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.setAddresses)) body: BodyOf<typeof calls.setAddresses>,
    @Req() request: Request,
  ): Promise<DataOf<typeof calls.setAddresses>> {
    const asked = { ranges: body.ranges, from: request.ip ?? '' };
    await this.access.admin.account.setAddresses(principal, asked, reasonOf(body));
    return { ranges: [...this.scope(principal).account.addresses] };
  }

  @Serves(calls.history)
  async history(@CurrentPrincipal() { accountId }: Principal): Promise<DataOf<typeof calls.history>> {
    return [...(await this.access.admin.history.ofAccount(accountId))];
  }

  @Serves(calls.mailLog)
  async mailLog(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.mailLog)) { state }: QueryOf<typeof calls.mailLog>,
  ): Promise<DataOf<typeof calls.mailLog>> {
    const how = { wholeOf: this.openTo(principal) };
    const mails = await this.access.mailer.mails(principal.accountId, state, how);
    return mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
  }

  /**
   * A link that was kept opens somebody's access. So it is for administrators, and of those alone whose access they
   * may change in any other way: not of somebody who administers the product besides.
   */
  private openTo(principal: Principal): readonly UserId[] {
    if (!hasRole(principal, 'admin')) return [];
    const { account, people } = this.scope(principal);
    return people.filter((user) => mayHandle(principal, account, user)).map(({ id }) => id);
  }

  private scope({ accountId }: Principal): AccountScope {
    return new AccountScope(this.access.state, accountId);
  }
}
