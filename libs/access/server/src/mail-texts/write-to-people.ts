import type { AccountId, UserId } from '@cotejo/access-contracts';
import { isLanguage, type Language } from '@cotejo/i18n';
import { composeMail, type Mailer, type MailLimit, type MailTemplate, type MailValues } from '@cotejo/mail';
import type { AccessState } from '../state/access-state.ts';

interface Recipient {
  readonly account: AccountId;
  readonly user: UserId;
}

export interface WriteToPeopleOptions {
  readonly state: Pick<AccessState, 'personalData' | 'account'>;
  readonly mailer: Mailer;
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
  async write<Value extends string>(
    to: Recipient,
    template: MailTemplate<Value>,
    values: MailValues<Value>,
    secrets: readonly string[] = [],
  ): Promise<void> {
    await this.send(to, template, values, secrets);
  }

  /** As `write`, but false where the person was written to as often as the limit says: many at once too. */
  writeWithin<Value extends string>(
    limit: MailLimit,
    to: Recipient,
    template: MailTemplate<Value>,
    values: MailValues<Value>,
    secrets: readonly string[] = [],
  ): Promise<boolean> {
    return this.send(to, template, values, secrets, limit);
  }

  /** As `writeWithin`, to where the person was written to before. */
  async writeWhereTheyWere<Value extends string>(
    address: string,
    limit: MailLimit,
    to: Recipient,
    template: MailTemplate<Value>,
    values: MailValues<Value>,
  ): Promise<void> {
    await this.send(to, template, values, [], limit, address);
  }

  private async send<Value extends string>(
    to: Recipient,
    template: MailTemplate<Value>,
    values: MailValues<Value>,
    secrets: readonly string[],
    limit?: MailLimit,
    address?: string,
  ): Promise<boolean> {
    const { state, mailer } = this.options;
    const person = state.personalData(to.user);
    if (person === null || person.accountId !== to.account) return false;
    const words = composeMail(template, this.languageOf(to.user), {
      name: person.firstName,
      username: person.username,
      account: state.account(to.account)?.name?.name ?? '',
      ...values,
    });
    const { account, user } = to;
    const mail = { ...words, to: address ?? person.email, kind: template.kind, account, user, secrets };
    return mailer.send(mail, limit);
  }

  async writtenSince(to: Recipient, { kind }: MailTemplate, since: Date): Promise<number> {
    return this.options.mailer.countSince(kind, to.account, to.user, since);
  }
}
