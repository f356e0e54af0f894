import { readFile } from 'node:fs/promises';
import { accessCalls, passwordRulesToWire, type Principal, type UserId } from '@cotejo/access-contracts';
import { hasRole, mayHandle } from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { fileAnswer, type Handlers } from '@cotejo/http/server';
import type { Access } from '../access.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { reasonOf } from '../state/change-access.ts';
import type { Served } from './served.ts';

/** Calls on the account's own settings. */
export function accountHandlers({ access }: Served): Handlers<typeof accessCalls.account, Principal> {
  const { account, history } = access.admin;
  const publicSettings = ({ accountId }: Principal) => ({ records: [...account.publicSettings(accountId)] });
  const passwordRules = (principal: Principal) =>
    passwordRulesToWire(scopeOf(access, principal).account.passwordRules);
  return {
    storageQuota: ({ principal }) => account.quota(principal.accountId),
    storageReservations: async ({ principal }) => ({
      records: [...(await account.reservations(principal.accountId))],
    }),
    publicSettings: ({ principal }) => publicSettings(principal),
    setPublicSetting: async ({ principal, body }) => {
      await account.setPublicSetting(principal, body, reasonOf(body));
      return publicSettings(principal);
    },
    logo: async ({ principal }) => {
      const logo = await account.logo(principal.accountId);
      if (logo === null) throw new Refusal(httpErrors, 'not_found');
      const disposition = `inline; filename="logo.${logo.type === 'image/png' ? 'png' : 'jpg'}"`;
      const headers = { 'Cache-Control': 'private, no-cache', ETag: `"${logo.sha256}"` };
      return fileAnswer(logo.bytes, { type: logo.type, disposition }, headers);
    },
    setLogo: async ({ principal, upload, query }) => ({
      sha256: await account.setLogo(principal, await readFile(upload.path), reasonOf(query)),
    }),
    removeLogo: async ({ principal, query }) => ({
      removed: await account.removeLogo(principal, reasonOf(query)),
    }),
    passwordRules: ({ principal }) => passwordRules(principal),
    setPasswordRules: async ({ principal, body }) => {
      await account.setPasswordRules(principal, body, reasonOf(body));
      return passwordRules(principal);
    },
    security: ({ principal }) => {
      const { secondFactorRequired, addresses } = scopeOf(access, principal).account;
      return { second_factor_required: secondFactorRequired, ranges: [...addresses] };
    },
    requireSecondFactor: async ({ principal, body }) => {
      const { required } = body;
      await account.requireSecondFactor(principal, required, reasonOf(body));
      return { required };
    },
    setAddresses: async ({ principal, body, request }) => {
      const asked = { ranges: body.ranges, from: request.ip ?? '' };
      await account.setAddresses(principal, asked, reasonOf(body));
      return { ranges: [...scopeOf(access, principal).account.addresses] };
    },
    history: async ({ principal }) => [...(await history.ofAccount(principal.accountId))],
    mailLog: async ({ principal, query }) => {
      const how = { wholeOf: mailsShownTo(access, principal) };
      const mails = await access.mailer.mails(principal.accountId, query.state, how);
      return mails.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
    },
  };
}

/**
 * Users whose mails the principal sees with their links. A stored link gives access to its user's account, so
 * administrators see only those of users whose access they may change anyway; in particular, not those of product
 * administrators.
 */
function mailsShownTo(access: Access, principal: Principal): readonly UserId[] {
  if (!hasRole(principal, 'admin')) return [];
  const { account, people } = scopeOf(access, principal);
  return people.filter((user) => mayHandle(principal, account, user)).map(({ id }) => id);
}

const scopeOf = ({ state }: Access, { accountId }: Principal): AccountScope =>
  new AccountScope(state, accountId);
