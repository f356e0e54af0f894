import { accessCalls, accessErrors, DEFAULT_TIME_ZONE, type Principal } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { profileOf } from '../people/profile.ts';
import { deviceOf } from '../sign-in/device-of.ts';
import type { Served } from './served.ts';

/** `/users/@me/`: the signed-in user and their own access. */
export function oneselfHandlers({ access }: Served): Handlers<typeof accessCalls.oneself, Principal> {
  const { oneself, terms } = access;
  const profile = (principal: Principal) => {
    const known = profileOf(access.state, principal);
    if (known === null) throw new Refusal(accessErrors, 'user_not_found');
    return known;
  };
  return {
    me: ({ principal }) => profile(principal),
    ticket: ({ principal, request }) => ({ ticket: access.tickets.issue(principal, request.ip) }),
    askEvent: ({ principal, query: { event } }) => ({ event, exists: oneself.hasEvent(principal, event) }),
    recordEvent: async ({ principal, body: { event, version } }) => {
      await oneself.recordEvent(principal, event, version);
      return { event, exists: true };
    },
    disclaimer: ({ language }) => ({ value: terms.text(language), version: terms.version }),
    sessions: async ({ principal, language }) => {
      const sessions = await oneself.sessions(principal);
      return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent, method }) => ({
        id,
        current: id === principal.sessionId,
        signed_in_at: createdAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        ip,
        device: deviceOf(userAgent) ?? access.texts('device.unknown', language),
        method,
      }));
    },
    endSession: async ({ principal, params: { id }, body: { password } }) => ({
      ended: await oneself.endSessions(principal, id, password),
    }),
    changePassword: async ({ principal, body: { current, ...typed } }) => {
      await oneself.changePassword(principal, current, typed);
      return { changed: true };
    },
    startOtp: ({ principal, body: { password, code } }) => oneself.startOtp(principal, password, code),
    confirmOtp: async ({ principal, body: { code } }) => {
      const codes = await oneself.confirmOtp(principal, code);
      return { otp_active: true, recovery_codes: [...codes] };
    },
    removeOtp: async ({ principal, query: { code } }) => {
      await oneself.removeOtp(principal, code);
      return { otp_active: false };
    },
    renewRecoveryCodes: async ({ principal, body: { code } }) => ({
      recovery_codes: [...(await oneself.renewCodes(principal, code))],
    }),
    setPreferences: async ({ principal, body: { language, time_zone: timeZone } }) => {
      const kept = await oneself.setPreferences(principal, { language, timeZone });
      const { time_zone: zone } = profile(principal);
      return { language: kept.language, time_zone: zone ?? DEFAULT_TIME_ZONE };
    },
    ownData: ({ principal: { accountId, userId } }) => access.admin.personalData.read(accountId, userId),
  };
}
