import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';
import type { NotePerson } from '@cotejo/worksheets-contracts';

/** People of an account as views name them; whoever left keeps the id and has no name. */
export const personOf =
  (directory: Pick<AccessDirectory, 'person'>, account: AccountId) =>
  (id: UserId): NotePerson => {
    const known = directory.person(account, id);
    const name = known ? `${known.firstName} ${known.lastName}`.trim() : '';
    return { id, name, sigla: known?.initials ?? '' };
  };
