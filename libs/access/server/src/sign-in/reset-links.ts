import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AccessState } from '../state/access-state.ts';
import { newSecret, type ChallengeVault } from '../vault/challenge-vault.ts';

const MINUTE_MS = 60_000;
const PAGE = '/profile/ResetPassword/';

/** Of an address: whoever has a name in several packages comes in where the mail is from. */
export function inPackage(state: Pick<AccessState, 'account'>, account: AccountId): string {
  const pkg = state.account(account)?.name?.pkg ?? '';
  return pkg === '' ? '' : `?${new URLSearchParams({ pkg }).toString()}`;
}

/** What a link to choose a password carries. */
export interface ResetLink {
  readonly uid: string;
  readonly token: string;
}

/** A link that was made, and what of it the mail log must not show. */
export interface IssuedLink {
  readonly link: string;
  readonly secrets: readonly string[];
  readonly at: Date;
}

export interface ResetLinksOptions {
  readonly challenges: ChallengeVault;
  readonly state: Pick<AccessState, 'account'>;
  /** Where people open the product. Never taken from a request: whoever sends one could choose the link. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Links with which a person chooses a password; each works once. */
export class ResetLinks {
  constructor(private readonly options: ResetLinksOptions) {}

  async issue(account: AccountId, user: UserId, minutes: number): Promise<IssuedLink> {
    const { challenges, publicUrl, state } = this.options;
    const now = this.options.now();
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
    await challenges.add(token, { kind: 'reset', account, user, data: {}, now, expiresAt });
    // In the fragment: no server and no proxy writes it into its log.
    const link = `${publicUrl}${PAGE}${inPackage(state, account)}#uid=${user}&token=${token}`;
    return { link, secrets: [link, token], at: now };
  }

  /**
   * The older links of a person die with a newer one, once that was written to them: before, a limit on mails would
   * leave them without any.
   */
  async replaceOlder(account: AccountId, user: UserId, { at }: IssuedLink): Promise<void> {
    await this.options.challenges.removeOlder('reset', account, user, at);
  }

  /**
   * Whatever the person was given on the way to a session opens nothing any more: links, codes that are asked for,
   * the word of a directory. Of everybody in the account when `user` is null.
   */
  async revoke(account: AccountId, user: UserId | null): Promise<void> {
    await this.options.challenges.removeAll(['reset', 'code', 'external'], account, user);
  }
}
