import type { AccountId, UserId } from '@cotejo/access-contracts';
import { isLanguage, type Language } from '@cotejo/i18n';
import type { Mailer, MailLimit } from '@cotejo/mail';
import type { AccessState } from '../state/access-state.ts';
import type { ServerText } from './server-texts.ts';

type Values = Readonly<Record<string, string | number>>;

/** What people are written about: the keys of the texts, and what the mail log calls them. */
export type MailKind =
  | 'sign_in_code'
  | 'password_reset'
  | 'reset_elsewhere'
  | 'invitation'
  | 'invitation_elsewhere'
  | 'reset_forced'
  | 'password_changed'
  | 'email_changed'
  | 'consultant_admitted'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_code_used';

export interface WriteToPeopleOptions {
  readonly state: Pick<AccessState, 'personalData' | 'account'>;
  readonly mailer: Mailer;
  readonly texts: ServerText;
}

/** Mails to people of an account, each in their own language. */
export class WriteToPeople {
  constructor(private readonly options: WriteToPeopleOptions) {}

  get delivers(): boolean {
    return this.options.mailer.delivers;
  }

  /** The person's own, else their account's; null = the product's. */
  languageOf(user: UserId): Language | null {
    const person = this.options.state.personalData(user);
    if (person === null) return null;
    const usual = this.options.state.account(person.accountId)?.settings.get('language');
    return person.language ?? (typeof usual === 'string' && isLanguage(usual) ? usual : null);
  }

  /** Nothing is sent to somebody who was forgotten. `secrets` are cut out of what the mail log shows. */
  async write(
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    values: Values = {},
    secrets: readonly string[] = [],
  ): Promise<void> {
    await this.send(to, kind, values, secrets);
  }

  /** As `write`, but false where the person was written to as often as the limit says: many at once too. */
  writeWithin(
    limit: MailLimit,
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    values: Values = {},
    secrets: readonly string[] = [],
  ): Promise<boolean> {
    return this.send(to, kind, values, secrets, limit);
  }

  /** As `writeWithin`, to where the person was written to before. */
  async writeWhereTheyWere(
    address: string,
    limit: MailLimit,
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    values: Values,
  ): Promise<void> {
    await this.send(to, kind, values, [], limit, address);
  }

  private async send(
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    values: Values,
    secrets: readonly string[],
    limit?: MailLimit,
    address?: string,
  ): Promise<boolean> {
    const { state, mailer, texts } = this.options;
    const person = state.personalData(to.user);
    if (person === null || person.accountId !== to.account) return false;
    const told = {
      name: person.firstName,
      username: person.username,
      account: state.account(to.account)?.name?.name ?? '',
      ...values,
    };
    const language = this.languageOf(to.user);
    const mail = {
      to: address ?? person.email,
      subject: texts(`mails.${kind}.subject`, language, told),
      text: texts(`mails.${kind}.text`, language, told),
      kind,
      account: to.account,
      user: to.user,
      secrets,
    };
    return mailer.send(mail, limit);
  }

  async writtenSince(
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    since: Date,
  ): Promise<number> {
    return this.options.mailer.countSince(kind, to.account, to.user, since);
  }
}
