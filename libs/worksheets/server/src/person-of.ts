import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';
import type { NotePerson } from '@cotejo/worksheets-contracts';

/** Users of an account as shown in views; users who left keep the id but have an empty name. */
export const personOf =
  (directory: Pick<AccessDirectory, 'person'>, account: AccountId) =>
  (id: UserId): NotePerson => {
    const known = directory.person(account, id);
    const name = known ? `${known.firstName} ${known.lastName}`.trim() : '';
    return { id, name, sigla: known?.initials ?? '' };
  };
