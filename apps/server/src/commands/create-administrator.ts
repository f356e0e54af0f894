import { DEFAULT_PACKAGE, emailOnWire } from '@cotejo/access-contracts';
import { normalizedUsername } from '@cotejo/access-domain';
import { assertPassword, type Access } from '@cotejo/access-server';
import { hasHidden } from '@cotejo/http/contracts';
import { ask, firstLineOfInput } from '../terminal/ask.ts';
import { words, type WordKey } from '../terminal/words.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { FLAG, readArguments, TEXT } from './read-arguments.ts';
import { OTHER_VERBS } from './recover-access.ts';

const ACTOR = 'system:administrator';

interface Answers {
  readonly account: string;
  readonly pkg: string;
  readonly edition: 'internal' | 'firm';
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}

/** `admin create`: creates an account's administrator, and the account if it does not exist. */
export const admin: Command = {
  usage: 'admin_usage',
  async run([verb, ...args], context) {
    const other = verb === undefined ? undefined : OTHER_VERBS.get(verb);
    if (other !== undefined) return other(args, context);
    if (verb !== 'create') throw new UsageError();
    const answers = await readAnswers(args);
    // Checked before the account is created, which would otherwise remain without users.
    assertPassword(answers.password);
    const { access } = await context.foundation();
    return createAdministrator(access, answers, context);
  },
};

async function createAdministrator(
  access: Access,
  { account, pkg, edition, username: typed, firstName, lastName, email, password }: Answers,
  { say }: CommandContext,
): Promise<number> {
  const username = normalizedUsername(typed);
  const nothing = { position: null, area: null, code: null };
  const { isNew } = await access.admin.accounts.install(ACTOR, {
    name: account,
    pkg,
    edition,
    record: { username, first_name: firstName, last_name: lastName, email, ...nothing },
    password,
  });
  say(words(isNew ? 'admin_created' : 'admin_added', { account, username }));
  return 0;
}

async function readAnswers(args: readonly string[]): Promise<Answers> {
  const { values, positionals } = readArguments(args, {
    account: TEXT,
    package: TEXT,
    edition: TEXT,
    username: TEXT,
    'first-name': TEXT,
    'last-name': TEXT,
    email: TEXT,
    'password-stdin': FLAG,
  });
  const [unknown] = positionals;
  if (unknown !== undefined) throw new UsageError(words('unknown_option', { option: unknown }));
  const edition = values.edition ?? 'internal';
  if (edition !== 'internal' && edition !== 'firm') throw new UsageError();
  const answer = async (given: string | undefined, question: WordKey): Promise<string> => {
    const text = (given ?? (await ask(words(question)))).trim();
    if (text === '')
      throw new UsageError(words('answer_missing', { option: words(question).replace(/: $/, '') }));
    if (hasHidden(text))
      throw new UsageError(words('answer_hidden', { option: words(question).replace(/: $/, '') }));
    return text;
  };
  const emailAnswer = async (): Promise<string> => {
    const email = await answer(values.email, 'ask_email');
    if (!emailOnWire.safeParse(email).success) throw new UsageError(words('no_email', { email }));
    return email;
  };
  return {
    account: await answer(values.account, 'ask_account'),
    pkg: values.package?.trim() || DEFAULT_PACKAGE,
    edition,
    username: await answer(values.username, 'ask_username'),
    firstName: await answer(values['first-name'], 'ask_first_name'),
    lastName: await answer(values['last-name'], 'ask_last_name'),
    email: await emailAnswer(),
    password: values['password-stdin'] === true ? await firstLineOfInput() : await askPassword(),
  };
}

async function askPassword(): Promise<string> {
  const password = await ask(words('ask_password'), { hidden: true });
  const again = await ask(words('ask_password_again'), { hidden: true });
  if (password !== again) throw new UsageError(words('passwords_differ'));
  return password;
}
