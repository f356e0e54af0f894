import {
  DEFAULT_PACKAGE,
  type AccountId,
  type Person,
  type Principal,
  type Role,
} from '@cotejo/access-contracts';
import { canOf } from '@cotejo/access-domain';
import type { Access } from '@cotejo/access-server';
import { words } from '../terminal/words.ts';
import { UsageError } from './command.ts';

export interface ImporterWish {
  readonly account: string | undefined;
  /** The account's package; absent = `audit`. */
  readonly pkg?: string | undefined;
  readonly username: string | undefined;
}

export interface Importer {
  readonly person: Person;
  readonly principal: Principal;
}

type Accounts = Pick<Access['state'], 'accounts' | 'accountNamed' | 'people' | 'principalOf'>;

/** Roles in order of preference: roles that run audits come before the account's administrator. */
const ROLES: readonly Role[] = ['manager', 'leader', 'admin', 'auditor'];

/**
 * Chooses the user in whose name a catalogue is imported: the requested one, else the account's first with
 * the right, by role and username.
 * @throws UsageError with a text when no user qualifies or several accounts do
 */
export function chooseImporter(state: Accounts, { account, pkg, username }: ImporterWish): Importer {
  const people = accountsOf(state, account, pkg)
    .flatMap((id) => state.people(id))
    .filter(({ active }) => active);
  const asked = username === undefined ? people : people.filter((each) => each.username === username);
  if (username !== undefined && asked.length === 0) {
    throw new UsageError(words('import_unknown_person', { username }));
  }
  const able = asked.flatMap((person): Importer[] => {
    const principal = state.principalOf(person.accountId, person.id);
    return principal && canOf(principal)('audits.import') ? [{ person, principal }] : [];
  });
  const [first] = able.sort((a, b) => rank(a) - rank(b) || (a.person.username < b.person.username ? -1 : 1));
  if (!first) {
    throw new UsageError(
      username === undefined ? words('import_nobody_may') : words('import_not_permitted', { username }),
    );
  }
  if (able.some(({ person }) => person.accountId !== first.person.accountId)) {
    throw new UsageError(words('import_which_account'));
  }
  return first;
}

/** Roles missing from `ROLES` come last. */
const rank = ({ person }: Importer): number => {
  const at = ROLES.indexOf(person.role);
  return at < 0 ? ROLES.length : at;
};

function accountsOf(state: Accounts, name: string | undefined, pkg?: string): readonly AccountId[] {
  if (name === undefined) return state.accounts;
  const account = state.accountNamed(name, pkg ?? DEFAULT_PACKAGE);
  if (account === null) throw new UsageError(words('import_unknown_account', { account: name }));
  return [account];
}
