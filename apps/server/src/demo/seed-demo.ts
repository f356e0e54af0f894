import type { Access } from '@cotejo/access-server';
import { withOwner } from '@cotejo/database';
import type { Contexts } from '../contexts.ts';
import { demoPeopleOf } from './demo-people.ts';
import { DEMO_ACCOUNT_ID, seedDemoAccount } from './seed-demo-account.ts';
import { seedDemoAudits } from './seed-demo-audits.ts';
import { seedManifests } from './seed-manifests.ts';

export interface DemoContext {
  readonly access: Access;
  readonly contexts: Contexts;
  readonly production: boolean;
  readonly ownerUrl: string;
}

/** Advisory lock key (arbitrary): nodes that start together on a new database must seed one after another. */
const SEED_LOCK = 727_003;

/**
 * Creates the demo account in an empty store, or completes an interrupted creation. True if the account
 * exists.
 */
export function seedDemo({ access, contexts, production, ownerUrl }: DemoContext): Promise<boolean> {
  return withOwner(ownerUrl, async (lock) => {
    // A session lock: released when this connection ends.
    await lock.query('select pg_advisory_lock($1)', [SEED_LOCK]);
    await access.state.settle();
    const isThere = access.state.account(DEMO_ACCOUNT_ID) !== null;
    if (!isThere && access.state.hasAccounts) return false;
    await seedDemoAccount(access, demoPeopleOf({ production }));
    await seedDemoAudits({ audits: contexts.audits, ...contexts.seeding });
    await seedManifests(access, contexts);
    return true;
  });
}
