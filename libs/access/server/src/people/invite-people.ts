import { SIGN_IN_LIMITS, type AccountId, type UserId } from '@cotejo/access-contracts';
import { maskedEmail, outside } from '@cotejo/access-domain';
import type { MailLimit } from '@cotejo/mail';
import type { ServerText } from '../mail-texts/server-texts.ts';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { inPackage, type ResetLinks } from '../sign-in/reset-links.ts';
import type { AccessState } from '../state/access-state.ts';

const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
/** Whoever corrects an address, and not whoever writes to the world in our name. */
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

/** Mails people who were given access how to come in for the first time. Never a password: a link to choose one. */
export class InvitePeople {
  constructor(private readonly options: InvitePeopleOptions) {}

  /**
   * Nothing for somebody who has a password or came in before, who may not be in, or whose invitation still
   * holds: so it may be asked for again whenever an act is repeated. The link works once, for a week.
   */
  async invite(account: AccountId, user: UserId): Promise<void> {
    const { mail, passwords } = this.options;
    const { invitationDays: days } = SIGN_IN_LIMITS;
    const facts = this.newcomer(account, user);
    if (facts === null) return;
    const kind = facts.method === 'password' ? 'invitation' : 'invitation_elsewhere';
    const since = new Date(this.options.now().getTime() - days * DAY_MS);
    // No link of an invitation that holds is replaced by one that nobody is sent.
    if ((await mail.writtenSince({ account, user }, kind, since)) > 0) return;
    if (kind === 'invitation' && (await passwords.has(account, user))) return;
    await this.write(account, user, { most: 1, since });
  }

  /**
   * What went to the old address opens nothing any more; who never came in is invited at the new one. All others are
   * told where they read their mail until now: whoever took over their access would have changed it first.
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
      await mail.writeWhereTheyWere(from, limit, { account, user }, 'email_changed', { email });
    }
  }

  /** Somebody who may be in and never was; null for all others. */
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
      await mail.writeWithin(limit, { account, user }, 'invitation_elsewhere', told);
      return;
    }
    const { invitationDays: days } = SIGN_IN_LIMITS;
    const issued = await links.issue(account, user, days * DAY_MINUTES);
    const { link, secrets } = issued;
    const isWritten = await mail.writeWithin(limit, { account, user }, 'invitation', { link, days }, secrets);
    if (isWritten) await links.replaceOlder(account, user, issued);
  }
}
