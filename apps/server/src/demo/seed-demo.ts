import { AUDITS_SERVICES } from '@cotejo/audits-server';
import { withOwner } from '@cotejo/database';
import { STORED_FILES } from '@cotejo/record/server';
import { TEXT_VAULT } from '@cotejo/worksheets-server';
import type { Contexts } from '../contexts.ts';
import type { Foundation } from '../foundation.ts';
import { demoPeopleOf } from './demo-people.ts';
import { firmAccount } from './firm-account.ts';
import { DEMO_ACCOUNT_ID, departmentAccount, seedDemoAccount } from './seed-demo-account.ts';
import { areDemoAuditsWritten, seedDemoAudits } from './seed-demo-audits.ts';
import { seedManifests } from './seed-manifests.ts';

export interface DemoContext {
  readonly foundation: Foundation;
  readonly contexts: Contexts;
  readonly production: boolean;
}

/** Advisory lock key (arbitrary): nodes that start together on a new database must seed one after another. */
const SEED_LOCK = 727_003;

/**
 * Creates the demo accounts in an empty store, or completes an interrupted creation. True if the main account
 * exists.
 */
export function seedDemo({ foundation, contexts, production }: DemoContext): Promise<boolean> {
  const { access, database, pool } = foundation;
  return withOwner(database.ownerUrl, async (lock) => {
    // A session lock: released when this connection ends.
    await lock.query('select pg_advisory_lock($1)', [SEED_LOCK]);
    await access.state.settle();
    const isThere = access.state.account(DEMO_ACCOUNT_ID) !== null;
    if (!isThere && access.state.hasAccounts) return false;
    const { the, runners } = contexts.ground;
    await seedDemoAccount(access, departmentAccount(demoPeopleOf({ production })));
    // An installation with the audits of an earlier release gets no further account.
    if (!(await areDemoAuditsWritten(the(AUDITS_SERVICES)))) await seedDemoAccount(access, firmAccount);
    await seedDemoAudits({
      ...{ pool, readers: runners },
      audits: the(AUDITS_SERVICES),
      vault: the(TEXT_VAULT),
      files: the(STORED_FILES),
    });
    await seedManifests(foundation, contexts);
    return true;
  });
}
