import { defineCall, Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import { accessHistoryRow } from './calls-of-people.ts';
import { LOGO } from './constants.ts';
import { accessErrors } from './errors.ts';
import { addressRange } from './events-of-account.ts';
import { passwordRulesOnWire, specialSigns } from './password-rules.ts';
import { reasonOnWire } from './reasons.ts';
import { requires } from './requires.ts';

/**
 * Bytes used by the account, and its limit; null = no limit. `used`: the logo and the bodies of texts that users wrote
 * or imported, in UTF-8. Not counted: the event log, derived data, user records, mails.
 */
export const storageQuota = z.object({
  used: z.number(),
  total: z.number().nullable(),
  /** Bytes reserved by unfinished uploads: added when an upload starts, released when it ends. */
  reserved: z.number().default(0),
});
export type StorageQuota = z.infer<typeof storageQuota>;

/** Bytes of the account's storage reserved by one user's unfinished uploads. */
export const storageReservation = z.object({
  user_id: z.string(),
  name: z.string(),
  uploads: z.number().int(),
  bytes: z.number(),
});
export type StorageReservation = z.infer<typeof storageReservation>;

/** A setting for pages, cached by the browser. */
export const publicSetting = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});

/** Known keys with their defaults. `second_chat` is the page flag of specification 1, section 2. */
export const PUBLIC_SETTINGS = {
  language: 'es',
  time_zone: 'America/Bogota',
  chat: false,
  second_chat: 0,
  first_steps_video: null,
  page_sidebar: true,
} as const satisfies Readonly<Record<string, z.infer<typeof publicSetting>['value']>>;
export type PublicSettingKey = keyof typeof PUBLIC_SETTINGS;
const publicSettingKey = z.enum(Object.keys(PUBLIC_SETTINGS) as [PublicSettingKey, ...PublicSettingKey[]]);

export const addressesOnWire = z.object({ ranges: z.array(addressRange).max(200) });

const MEGABYTE = 1024 * 1024;
const logoTooLarge = (): Refusal =>
  new Refusal(accessErrors, 'logo_size', { params: { most: LOGO.maxBytes / MEGABYTE } });

const within = { reach: 'account' } as const;
const signedIn = { kind: 'authenticated', whilePending: true } as const;

/** `/account/{name}/`. */
export const accountCalls = {
  storageQuota: defineCall({
    ...within,
    method: 'GET',
    path: '/account/storage_quota/',
    policy: { kind: 'authenticated' },
    data: storageQuota,
  }),
  /** By user; largest first. */
  storageReservations: defineCall({
    ...within,
    method: 'GET',
    path: '/account/storage_reservations/',
    policy: requires('settings.edit'),
    data: z.object({ records: z.array(storageReservation) }),
  }),
  publicSettings: defineCall({
    ...within,
    method: 'GET',
    path: '/account/public_settings/',
    policy: signedIn,
    data: z.object({ records: z.array(publicSetting) }),
  }),
  setPublicSetting: defineCall({
    ...within,
    method: 'PUT',
    path: '/account/public_settings/',
    policy: requires('settings.edit'),
    body: reasonOnWire.extend({ key: publicSettingKey, value: publicSetting.shape.value }),
    data: z.object({ records: z.array(publicSetting) }),
  }),
  /** The image itself; `not_found` where the account has none. */
  logo: defineCall({ ...within, method: 'GET', path: '/account/logo/', policy: signedIn, data: null }),
  /** An upload: JPG or PNG by its first bytes, 2 MB at most. */
  setLogo: defineCall({
    ...within,
    method: 'PUT',
    path: '/account/logo/',
    policy: requires('settings.edit'),
    query: reasonOnWire,
    upload: { limit: LOGO.maxBytes, tooLarge: logoTooLarge },
    data: z.object({ sha256: z.string() }),
    refusals: ['logo_format', 'logo_size', 'logo_failed', 'storage_exceeded'],
  }),
  removeLogo: defineCall({
    ...within,
    method: 'DELETE',
    path: '/account/logo/',
    policy: requires('settings.edit'),
    query: reasonOnWire,
    data: z.object({ removed: z.boolean() }),
  }),
  passwordRules: defineCall({
    ...within,
    method: 'GET',
    path: '/account/settings/security_user_password_rules/',
    policy: signedIn,
    data: passwordRulesOnWire,
  }),
  setPasswordRules: defineCall({
    ...within,
    method: 'PUT',
    path: '/account/settings/security_user_password_rules/',
    policy: requires('settings.security'),
    body: passwordRulesOnWire.extend({ ...reasonOnWire.shape, special_characters: specialSigns }),
    data: passwordRulesOnWire,
  }),
  security: defineCall({
    ...within,
    method: 'GET',
    path: '/account/security/',
    policy: requires('settings.security'),
    data: z.object({ second_factor_required: z.boolean(), ranges: addressesOnWire.shape.ranges }),
  }),
  requireSecondFactor: defineCall({
    ...within,
    method: 'PUT',
    path: '/account/second_factor/',
    policy: requires('settings.security'),
    body: reasonOnWire.extend({ required: z.boolean() }),
    data: z.object({ required: z.boolean() }),
  }),
  /** Refused when the list would exclude the address of the request. */
  setAddresses: defineCall({
    ...within,
    method: 'PUT',
    path: '/account/addresses/',
    policy: requires('settings.security'),
    body: addressesOnWire.extend(reasonOnWire.shape),
    data: addressesOnWire,
    refusals: ['addresses_shut_out'],
  }),
  history: defineCall({
    ...within,
    method: 'GET',
    path: '/account/history/',
    policy: requires('access_history.access'),
    data: z.array(accessHistoryRow),
  }),
  /** Sent, queued and failed mails. */
  mailLog: defineCall({
    ...within,
    method: 'GET',
    path: '/account/mail_log/',
    policy: requires('mail_log.access'),
    query: z.object({ state: z.enum(['queued', 'sent', 'failed', 'kept']).optional() }),
    data: z.array(
      z.object({
        id: z.uuid(),
        at: z.iso.datetime(),
        to: z.string(),
        subject: z.string(),
        /**
         * Links and codes are removed, except for administrators of an installation that stores mails without sending
         * them.
         */
        text: z.string(),
        state: z.enum(['queued', 'sent', 'failed', 'kept']),
        fault: z.string().nullable(),
      }),
    ),
  }),
};
