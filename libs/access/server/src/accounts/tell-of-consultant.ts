import { DEFAULT_TIME_ZONE, type AccountId, type UserId } from '@cotejo/access-contracts';
import { administratorsOf } from '@cotejo/access-domain';
import { createFormatters, defaultLanguage } from '@cotejo/i18n';
import type { WriteToPeople } from '../mail-texts/write-to-people.ts';
import { accessMails } from '../mails/access-mails.ts';
import type { AccessState } from '../state/access-state.ts';

export interface TellOfConsultantOptions {
  readonly state: AccessState;
  readonly mail: Pick<WriteToPeople, 'write' | 'languageOf'>;
}

/** Mails the account's administrators that a consultant was admitted or renewed. */
export async function tellOfConsultant(
  { state, mail }: TellOfConsultantOptions,
  account: AccountId,
  consultant: UserId,
): Promise<void> {
  const facts = state.known.accounts.get(account);
  const person = state.personalData(consultant);
  const until = facts?.consultants.get(consultant)?.until;
  if (facts === undefined || person === null || until === undefined) return;
  const zone = facts.settings.get('time_zone');
  const named = `${person.firstName} ${person.lastName}`.trim();
  for (const { id: user } of administratorsOf(state.known, facts, state.moment)) {
    const language = mail.languageOf(user) ?? defaultLanguage;
    const day = createFormatters(language, typeof zone === 'string' ? zone : DEFAULT_TIME_ZONE).date(until);
    const told = { consultant: named, email: person.email, day };
    await mail.write({ account, user }, accessMails.consultant_admitted, told);
  }
}
