import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AccessState } from '../state/access-state.ts';
import { newSecret, type ChallengeVault } from '../vault/challenge-vault.ts';

const MINUTE_MS = 60_000;
const PAGE = '/profile/ResetPassword/';

/** Query part of a URL: a user with names in several packages then signs in to the one that the mail is about. */
export function inPackage(state: Pick<AccessState, 'account'>, account: AccountId): string {
  const pkg = state.account(account)?.name?.pkg ?? '';
  return pkg === '' ? '' : `?${new URLSearchParams({ pkg }).toString()}`;
}

/** Parameters of a password link. */
export interface ResetLink {
  readonly uid: string;
  readonly token: string;
}

/** A link, and the secrets in it that must not appear in the mail log. */
export interface IssuedLink {
  readonly link: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

export interface ResetLinksOptions {
  readonly challenges: ChallengeVault;
  readonly state: Pick<AccessState, 'account'>;
  /** Public URL of the product. Never taken from a request, where an attacker could choose it. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Links for choosing a password; each works once. */
export class ResetLinks {
  constructor(private readonly options: ResetLinksOptions) {}

  async issue(account: AccountId, user: UserId, minutes: number): Promise<IssuedLink> {
    const { challenges, publicUrl, state } = this.options;
    const now = this.options.now();
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await challenges.add(token, { kind: 'reset', account, user, data: {}, now, expiresAt });
    // In the fragment, which no server or proxy logs.
    const link = `${publicUrl}${PAGE}${inPackage(state, account)}#uid=${user}&token=${token}`;
    return { link, secrets: [link, token], at: now };
  }

  /**
   * Revokes a user's older links after the mail with a newer one was written: earlier, a limit on mails could leave the
   * user without any.
   */
  async replaceOlder(account: AccountId, user: UserId, { at }: IssuedLink): Promise<void> {
    await this.options.challenges.removeOlder('reset', account, user, at);
  }

  /**
   * Revokes everything pending on the way to a session: links, code challenges, external sign-ins. For all users of the
   * account when `user` is null.
   */
  async revoke(account: AccountId, user: UserId | null): Promise<void> {
    await this.options.challenges.removeAll(['reset', 'code', 'external'], account, user);
  }
}
