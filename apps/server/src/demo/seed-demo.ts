import type { Access } from '@cotejo/access-server';
import type { Contexts } from '../contexts.ts';
import { demoPeopleOf } from './demo-people.ts';
import { DEMO_ACCOUNT_ID, seedDemoAccount } from './seed-demo-account.ts';
import { seedDemoAudits } from './seed-demo-audits.ts';

export interface DemoContext {
  readonly access: Access;
  readonly contexts: Contexts;
  readonly production: boolean;
}

/**
 * Makes the demo account in an empty store, or finishes one that an interrupted start left half made. True
 * when the account is there.
 */
export async function seedDemo({ access, contexts, production }: DemoContext): Promise<boolean> {
  const isThere = access.state.account(DEMO_ACCOUNT_ID) !== null;
  if (!isThere && access.state.hasAccounts) return false;
  await seedDemoAccount(access, demoPeopleOf({ production }));
  await seedDemoAudits(contexts.audits);
  return true;
}
