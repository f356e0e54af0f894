import { accountId, userId, type AccountId, type UserId } from '@cotejo/access-contracts';
import type { Access } from '@cotejo/access-server';
import { DEMO_ACCOUNT, DEMO_PASSWORD, demoPeople, type DemoPerson } from './demo-people.ts';
import { demoId } from './name-uuid.ts';

export const DEMO_ACCOUNT_ID: AccountId = accountId.parse(demoId('account'));
export const DEMO_ACTOR = 'system:demo';

/** Id of a demo person, by user name. */
export const demoUserId = (username: string): UserId => userId.parse(demoId(`user ${username}`));

/** Makes the demo account with its people, or what an interrupted start left out of it. */
export async function seedDemoAccount(
  access: Access,
  people: readonly DemoPerson[] = demoPeople,
): Promise<void> {
  if (access.state.account(DEMO_ACCOUNT_ID) === null) {
    await access.people.openAccount(
      { id: DEMO_ACCOUNT_ID, name: DEMO_ACCOUNT, edition: 'internal', demo: true },
      DEMO_ACTOR,
    );
  }
  const missing = people.filter(
    ({ username }) => access.state.person(DEMO_ACCOUNT_ID, demoUserId(username)) === null,
  );
  await Promise.all(
    missing.map((person) =>
      access.people.registerUser(
        {
          ...person,
          id: demoUserId(person.username),
          accountId: DEMO_ACCOUNT_ID,
          email: `${person.username}@frailejon.example`,
          password: DEMO_PASSWORD,
        },
        DEMO_ACTOR,
      ),
    ),
  );
  await access.state.settle();
}
