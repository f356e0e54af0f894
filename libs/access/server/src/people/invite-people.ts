import { SIGN_IN_LIMITS, type AccountId, type UserId } from '@cotejo/access-contracts';
import { maskedEmail, outside } from '@cotejo/access-domain';
import type { MailLimit } from '@cotejo/mail';
import type { ServerText } from '../mail-texts/server-texts.ts';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { accessMails } from '../mails/access-mails.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { inPackage, type ResetLinks } from '../sign-in/reset-links.ts';
import type { AccessState } from '../state/access-state.ts';

const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
/** Mails after address changes per user and day: enough for corrections, too few for spamming third parties. */
const READDRESSED_A_DAY = 5;
const SIGN_IN_PAGE = '/login/';

export interface InvitePeopleOptions {
  readonly state: AccessState;
  readonly passwords: Passwords;
  readonly links: ResetLinks;
  readonly mail: WriteToPeople;
  readonly texts: ServerText;
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** Mails new users how to sign in for the first time: with a link to choose a password, never with a password. */
export class InvitePeople {
  constructor(private readonly options: InvitePeopleOptions) {}

  /**
   * Does nothing for a user who has a password or signed in before, who may not be signed in, or whose invitation is
   * still valid; so repeated calls are safe. The link works once, for a week.
   */
  async invite(account: AccountId, user: UserId): Promise<void> {
    const { mail, passwords } = this.options;
    const { invitationDays: days } = SIGN_IN_LIMITS;
    const facts = this.newcomer(account, user);
    if (facts === null) return;
    const isByPassword = facts.method === 'password';
    const template = isByPassword ? accessMails.invitation : accessMails.invitation_elsewhere;
    const since = new Date(this.options.now().getTime() - days * DAY_MS);
    // A valid invitation's link must not be replaced by one that is not sent.
    if ((await mail.writtenSince({ account, user }, template, since)) > 0) return;
    if (isByPassword && (await passwords.has(account, user))) return;
    await this.write(account, user, { most: 1, since });
  }

  /**
   * Handles a changed e-mail: links sent to the old address are revoked. A user who never signed in is invited at the
   * new address; all others are notified at the old one, because an attacker would change the address first.
   */
  async readdress(account: AccountId, user: UserId, from: string): Promise<void> {
    const { state, links, mail, passwords } = this.options;
    await links.revoke(account, user);
    const since = new Date(this.options.now().getTime() - DAY_MS);
    const limit = { most: READDRESSED_A_DAY, since };
    const facts = this.newcomer(account, user);
    if (facts !== null) {
      if (facts.method === 'password' && (await passwords.has(account, user))) return;
      await this.write(account, user, limit);
    } else if (state.known.users.get(user)?.lastSignIn != null) {
      const email = maskedEmail(state.personalData(user)?.email ?? '');
      await mail.writeWhereTheyWere(from, limit, { account, user }, accessMails.email_changed, { email });
    }
  }

  /** The user, if they may be signed in and never were; null for all others. */
  private newcomer(account: AccountId, user: UserId) {
    const { state } = this.options;
    const facts = state.known.users.get(user);
    const accountFacts = state.known.accounts.get(account);
    if (facts === undefined || facts.accountId !== account || accountFacts === undefined) return null;
    return facts.lastSignIn === null && outside(accountFacts, facts, state.moment) === null ? facts : null;
  }

  private async write(account: AccountId, user: UserId, limit: MailLimit): Promise<void> {
    const { state, mail, links, texts, publicUrl } = this.options;
    const method = state.known.users.get(user)?.method ?? 'password';
    if (method !== 'password') {
      const told = {
        method: texts(`methods.${method}`, mail.languageOf(user)),
        link: `${publicUrl}${SIGN_IN_PAGE}${inPackage(state, account)}`,
      };
      await mail.writeWithin(limit, { account, user }, accessMails.invitation_elsewhere, told);
      return;
    }
    const { invitationDays: days } = SIGN_IN_LIMITS;
    const issued = await links.issue(account, user, days * DAY_MINUTES);
    const { link, secrets } = issued;
    const isWritten = await mail.writeWithin(
      limit,
      { account, user },
      accessMails.invitation,
      { link, days },
      secrets,
    );
    if (isWritten) await links.replaceOlder(account, user, issued);
  }
}
