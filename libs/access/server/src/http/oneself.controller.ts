import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { accessCalls, accessErrors, DEFAULT_TIME_ZONE, type Principal } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  bodyOf,
  CurrentLanguage,
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type BodyOf,
  type DataOf,
  type Language,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import type { Request } from 'express';
import { ACCESS, type Access } from '../access.ts';
import { profileOf } from '../people/profile.ts';
import { deviceOf } from '../sign-in/device-of.ts';

const calls = accessCalls.oneself;

/** `/users/@me/`: the person who asks, and their own access. */
@Controller()
export class OneselfController {
  constructor(@Inject(ACCESS) private readonly access: Access) {}

  @Serves(calls.me)
  me(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.me)) _query: QueryOf<typeof calls.me>,
  ): DataOf<typeof calls.me> {
    const profile = profileOf(this.access.state, principal);
    if (profile === null) throw new Refusal(accessErrors, 'user_not_found');
    return profile;
  }

  @Serves(calls.ticket)
  ticket(@CurrentPrincipal() principal: Principal, @Req() { ip }: Request): DataOf<typeof calls.ticket> {
    return { ticket: this.access.tickets.issue(principal, ip) };
  }

  @Serves(calls.askEvent)
  askEvent(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.askEvent)) { event }: QueryOf<typeof calls.askEvent>,
  ): DataOf<typeof calls.askEvent> {
    return { event, exists: this.access.oneself.hasEvent(principal, event) };
  }

  @Serves(calls.recordEvent)
  async recordEvent(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.recordEvent)) { event, version }: BodyOf<typeof calls.recordEvent>,
  ): Promise<DataOf<typeof calls.recordEvent>> {
    await this.access.oneself.recordEvent(principal, event, version);
    return { event, exists: true };
  }

  @Serves(calls.disclaimer)
  disclaimer(@CurrentLanguage() language: Language): DataOf<typeof calls.disclaimer> {
    const { terms } = this.access;
    return { value: terms.text(language), version: terms.version };
  }

  @Serves(calls.sessions)
  async sessions(
    @CurrentPrincipal() principal: Principal,
    @CurrentLanguage() language: Language,
  ): Promise<DataOf<typeof calls.sessions>> {
    const sessions = await this.access.oneself.sessions(principal);
    return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent, method }) => ({
      id,
      current: id === principal.sessionId,
      signed_in_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      ip,
      device: deviceOf(userAgent) ?? this.access.texts('device.unknown', language),
      method,
    }));
  }

  @Serves(calls.endSession)
  async endSession(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.endSession)) { id }: ParamsOf<typeof calls.endSession>,
    @Body(bodyOf(calls.endSession)) { password }: BodyOf<typeof calls.endSession>,
  ): Promise<DataOf<typeof calls.endSession>> {
    return { ended: await this.access.oneself.endSessions(principal, id, password) };
  }

  @Serves(calls.changePassword)
  async changePassword(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.changePassword)) { current, ...typed }: BodyOf<typeof calls.changePassword>,
  ): Promise<DataOf<typeof calls.changePassword>> {
    await this.access.oneself.changePassword(principal, current, typed);
    return { changed: true };
  }

  @Serves(calls.startOtp)
  startOtp(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.startOtp)) { password, code }: BodyOf<typeof calls.startOtp>,
  ): Promise<DataOf<typeof calls.startOtp>> {
    return this.access.oneself.startOtp(principal, password, code);
  }

  @Serves(calls.confirmOtp)
  async confirmOtp(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.confirmOtp)) { code }: BodyOf<typeof calls.confirmOtp>,
  ): Promise<DataOf<typeof calls.confirmOtp>> {
    const codes = await this.access.oneself.confirmOtp(principal, code);
    return { otp_active: true, recovery_codes: [...codes] };
  }

  @Serves(calls.removeOtp)
  async removeOtp(
    @CurrentPrincipal() principal: Principal,
    @Query(queryOf(calls.removeOtp)) { code }: QueryOf<typeof calls.removeOtp>,
  ): Promise<DataOf<typeof calls.removeOtp>> {
    await this.access.oneself.removeOtp(principal, code);
    return { otp_active: false };
  }

  @Serves(calls.renewRecoveryCodes)
  async renewRecoveryCodes(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.renewRecoveryCodes)) { code }: BodyOf<typeof calls.renewRecoveryCodes>,
  ): Promise<DataOf<typeof calls.renewRecoveryCodes>> {
    return { recovery_codes: [...(await this.access.oneself.renewCodes(principal, code))] };
  }

  @Serves(calls.setPreferences)
  async setPreferences(
    @CurrentPrincipal() principal: Principal,
    @Body(bodyOf(calls.setPreferences)) body: BodyOf<typeof calls.setPreferences>,
  ): Promise<DataOf<typeof calls.setPreferences>> {
    const { language, time_zone: timeZone } = body;
    const kept = await this.access.oneself.setPreferences(principal, { language, timeZone });
    const { time_zone: told } = this.me(principal, {});
    return { language: kept.language, time_zone: told ?? DEFAULT_TIME_ZONE };
  }
}
