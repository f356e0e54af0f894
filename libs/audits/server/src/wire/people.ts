import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';

/** Users of an account by id; a user who left or was erased keeps the id and has no name. */
export class People {
  constructor(
    private readonly directory: AccessDirectory,
    private readonly accountId: AccountId,
  ) {}

  /** `{id, name, sigla}`, the contract's form of a user. */
  named<Id extends string>(id: Id): { id: Id; name: string; sigla: string } {
    return { id, name: this.nameOf(id) ?? '', sigla: this.find(id)?.initials ?? '' };
  }

  nameOf(id: string): string | null {
    const person = this.find(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : null;
  }

  private find(id: string) {
    return this.directory.person(this.accountId, id as UserId);
  }
}
