import { CONSULTANT_MONTHS, type Edition, type PasswordRules, type UserId } from '@cotejo/access-contracts';
import { accepted, refused, type Decision, type Deciding } from '../decision.ts';
import type { AccountFacts } from '../state/access-facts.ts';
import { isAllowedFrom, plainAddress } from './allowed-addresses.ts';

export type AccountCommand =
  | { readonly kind: 'edition'; readonly edition: Edition }
  | { readonly kind: 'package'; readonly pkg: string }
  | { readonly kind: 'rename' }
  | { readonly kind: 'addons'; readonly addons: readonly string[] }
  | { readonly kind: 'quota'; readonly bytes: number | null }
  | { readonly kind: 'suspend' | 'reinstate' }
  /** `from`: address of the request, which must stay allowed; null for the product's administrators. */
  | { readonly kind: 'addresses'; readonly ranges: readonly string[]; readonly from: string | null }
  | { readonly kind: 'password-rules'; readonly rules: PasswordRules }
  | { readonly kind: 'second-factor'; readonly required: boolean }
  | { readonly kind: 'setting'; readonly key: string; readonly value: string | number | boolean | null }
  | { readonly kind: 'logo'; readonly sha256: string | null }
  | { readonly kind: 'admit' | 'renew' | 'revoke'; readonly user: UserId };

/**
 * Decides on an account's settings and on changes by the product's administrators. An unchanged value yields no event.
 */
export function decideAccount(account: AccountFacts, command: AccountCommand, by: Deciding): Decision {
  const base = { account: account.id, because: by.because };
  switch (command.kind) {
    case 'edition':
      return command.edition === account.edition
        ? accepted()
        : accepted({ type: 'EditionChanged', data: { ...base, edition: command.edition } });
    case 'package':
      return accepted({ type: 'PackageChanged', data: { ...base, pkg: command.pkg } });
    case 'rename':
      return accepted({ type: 'AccountRenamed', data: base });
    case 'addons': {
      const wanted = new Set(command.addons);
      const added = [...wanted].filter((addon) => !account.addons.includes(addon));
      const removed = account.addons.filter((addon) => !wanted.has(addon));
      return accepted(
        ...added.map((addon) => ({ type: 'AddonGranted' as const, data: { ...base, addon } })),
        ...removed.map((addon) => ({ type: 'AddonWithdrawn' as const, data: { ...base, addon } })),
      );
    }
    case 'quota':
      return command.bytes === account.quota
        ? accepted()
        : accepted({ type: 'StorageQuotaSet', data: { ...base, bytes: command.bytes } });
    case 'suspend':
      if (account.suspended) return refused('already_so');
      return account.id === by.actor?.accountId
        ? refused('own_access')
        : accepted({ type: 'AccountSuspended', data: base });
    case 'reinstate':
      return account.suspended ? accepted({ type: 'AccountReinstated', data: base }) : refused('already_so');
    case 'addresses': {
      const ranges = [...new Set(command.ranges)];
      const { from } = command;
      if (from !== null && !isAllowedFrom(ranges, from))
        return refused('addresses_shut_out', { address: plainAddress(from) });
      return accepted({ type: 'AllowedAddressesSet', data: { ...base, ranges } });
    }
    case 'password-rules':
      return accepted({ type: 'PasswordRulesSet', data: { ...base, rules: command.rules } });
    case 'second-factor':
      return command.required === account.secondFactorRequired
        ? accepted()
        : accepted({ type: 'SecondFactorRequired', data: { ...base, required: command.required } });
    case 'setting':
      return account.settings.get(command.key) === command.value
        ? accepted()
        : accepted({ type: 'PublicSettingSet', data: { ...base, key: command.key, value: command.value } });
    case 'logo':
      return command.sha256 === account.logo
        ? accepted()
        : accepted({ type: 'LogoSet', data: { ...base, sha256: command.sha256 } });
    case 'admit':
    case 'renew':
    case 'revoke':
      return decideConsultant(account, command, by);
  }
}

/** Admission is valid for one month from now; renewal for another month from now; revocation is immediate. */
function decideConsultant(
  account: AccountFacts,
  { kind, user }: { readonly kind: 'admit' | 'renew' | 'revoke'; readonly user: UserId },
  { because, now }: Deciding,
): Decision {
  const base = { account: account.id, because, user };
  const known = account.consultants.get(user);
  if (kind === 'admit') {
    return accepted({
      type: 'ConsultantAdmitted',
      data: { ...base, until: monthsLater(now, CONSULTANT_MONTHS) },
    });
  }
  if (known === undefined) return refused('consultant_not_found');
  if (kind === 'revoke') {
    return known.revoked ? refused('already_so') : accepted({ type: 'ConsultantRevoked', data: base });
  }
  return accepted({
    type: 'ConsultantRenewed',
    data: { ...base, until: monthsLater(now, CONSULTANT_MONTHS) },
  });
}

/** Same day and time some months later; the last day of the month if it has no such day. */
export function monthsLater(from: Date, months: number): string {
  const later = new Date(from);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later.toISOString();
}
