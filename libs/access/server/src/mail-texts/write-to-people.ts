import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { Mailer } from '@cotejo/mail';
import type { AccessState } from '../state/access-state.ts';
import type { ServerText } from './server-texts.ts';

/** What people are written about: the keys of the texts, and what the mail log calls them. */
export type MailKind =
  | 'sign_in_code'
  | 'password_reset'
  | 'reset_elsewhere'
  | 'password_changed'
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

  /** Nothing is sent to somebody who was forgotten. `secrets` are cut out of what the mail log shows. */
  async write(
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    values: Readonly<Record<string, string | number>> = {},
    secrets: readonly string[] = [],
  ): Promise<void> {
    const { state, mailer, texts } = this.options;
    const person = state.personalData(to.user);
    if (person === null || person.accountId !== to.account) return;
    const told = {
      name: person.firstName,
      username: person.username,
      account: state.account(to.account)?.name?.name ?? '',
      ...values,
    };
    await mailer.send({
      to: person.email,
      subject: texts(`mails.${kind}.subject`, person.language, told),
      text: texts(`mails.${kind}.text`, person.language, told),
      kind,
      account: to.account,
      user: to.user,
      secrets,
    });
  }

  async writtenSince(
    to: { readonly account: AccountId; readonly user: UserId },
    kind: MailKind,
    since: Date,
  ): Promise<number> {
    return this.options.mailer.countSince(kind, to.account, to.user, since);
  }
}
