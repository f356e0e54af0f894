import { DEFAULT_PACKAGE, PRODUCT_ADMIN_GROUPS } from '@cotejo/access-contracts';
import { normalizedUsername } from '@cotejo/access-domain';
import type { Access } from '@cotejo/access-server';
import { words } from '../terminal/words.ts';
import { CircumstanceError, UsageError, type CommandContext } from './command.ts';
import { FLAG, readArguments, TEXT } from './read-arguments.ts';

type Verb = (args: readonly string[], context: CommandContext) => Promise<number>;

const OPTIONS = {
  user: TEXT,
  account: TEXT,
  package: TEXT,
  reason: TEXT,
  group: TEXT,
  addresses: FLAG,
} as const;

/** User that a command refers to. */
export interface WhomWish {
  readonly username: string;
  readonly account: string | undefined;
  readonly pkg: string | undefined;
}

type Accounts = Pick<Access['state'], 'accounts' | 'accountNamed' | 'people'>;

/**
 * Finds the only user with this username, in the named account or in all accounts of the package.
 * @throws CircumstanceError with a text when there is none, or one in several accounts
 */
export function personMeant(state: Accounts, { username, account, pkg }: WhomWish) {
  const named = account === undefined ? null : state.accountNamed(account, pkg ?? DEFAULT_PACKAGE);
  if (account !== undefined && named === null) {
    throw new CircumstanceError(words('import_unknown_account', { account }));
  }
  const wanted = normalizedUsername(username);
  const found = (named === null ? state.accounts : [named])
    .flatMap((id) => state.people(id))
    .filter((person) => person.username === wanted);
  const [first, second] = found;
  if (first === undefined) throw new CircumstanceError(words('import_unknown_person', { username }));
  if (second !== undefined) throw new CircumstanceError(words('recover_which_account', { username }));
  return { account: first.accountId, user: first.id };
}

/** Product administration: `grant-product --user u --group 2|3`, `revoke-product …`. */
const regroup =
  (kind: 'grantProduct' | 'revokeProduct'): Verb =>
  async (args, context) => {
    const { wish, reason, group, addresses } = read(args);
    if (addresses || !PRODUCT_ADMIN_GROUPS.includes(group)) throw new UsageError();
    const { access } = await context.foundation();
    await access.admin.recover[kind](personMeant(access.state, wish), group, reason);
    const { username } = wish;
    context.say(words(kind === 'grantProduct' ? 'product_granted' : 'product_revoked', { username, group }));
    return 0;
  };

/** Restores access when no administrator can: `reset-access --user u [--addresses]`. */
const resetAccess: Verb = async (args, context) => {
  const { wish, reason, group, addresses } = read(args);
  if (!Number.isNaN(group)) throw new UsageError();
  const { access } = await context.foundation();
  const password = await access.admin.recover.reset(personMeant(access.state, wish), addresses, reason);
  const { username } = wish;
  context.say(words('access_reset', { username, password }));
  if (addresses) context.say(words('addresses_cleared'));
  return 0;
};

function read(args: readonly string[]) {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [unknown] = positionals;
  if (unknown !== undefined) throw new UsageError(words('unknown_option', { option: unknown }));
  const username = values.user?.trim() ?? '';
  if (username === '') throw new UsageError(words('answer_missing', { option: '--user' }));
  return {
    wish: { username, account: values.account, pkg: values.package },
    reason: { code: 'upkeep', text: values.reason?.trim() || undefined } as const,
    group: Number(values.group ?? Number.NaN),
    addresses: values.addresses === true,
  };
}

/** Verbs of `admin` beside `create`. */
export const OTHER_VERBS: ReadonlyMap<string, Verb> = new Map([
  ['grant-product', regroup('grantProduct')],
  ['revoke-product', regroup('revokeProduct')],
  ['reset-access', resetAccess],
]);
