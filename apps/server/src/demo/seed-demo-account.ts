import {
  accountId,
  slotId,
  TERMS_EVENT,
  userId,
  type AccountId,
  type Edition,
  type SlotId,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { accepted, decideAccount, decideSlot } from '@cotejo/access-domain';
import { together, type Access } from '@cotejo/access-server';
import { Refusal } from '@cotejo/http/contracts';
import { DEMO_ACCOUNT, DEMO_PASSWORD, demoPeople, type DemoPerson } from './demo-people.ts';
import { demoId } from './name-uuid.ts';

export const DEMO_ACCOUNT_ID: AccountId = accountId.parse(demoId('account'));
export const DEMO_ACTOR = 'system:demo';
const UPKEEP = { name: DEMO_ACTOR, actor: null } as const;

/** Id of a demo user, by username. */
export const demoUserId = (username: string): UserId => userId.parse(demoId(`user ${username}`));

/** An account of the demo, with its users. */
export interface DemoAccount {
  readonly id: AccountId;
  readonly name: string;
  readonly edition: Edition;
  readonly people: readonly DemoPerson[];
  /** Slots without a user. */
  readonly freeSlots: readonly UserType[];
  /** Host of its e-mail addresses. */
  readonly mailHost: string;
}

/** The internal audit department, in which most of the demo happens. */
export const departmentAccount = (people: readonly DemoPerson[] = demoPeople): DemoAccount => ({
  ...{ id: DEMO_ACCOUNT_ID, name: DEMO_ACCOUNT, edition: 'internal', people },
  ...{ freeSlots: FREE_SLOTS, mailHost: 'frailejon.example' },
});

/** Creates a demo account with its users, or completes an interrupted creation. */
export async function seedDemoAccount(
  access: Access,
  account: DemoAccount = departmentAccount(),
): Promise<void> {
  const { id: accountId, name, edition, people, mailHost } = account;
  if (access.state.account(accountId) === null) {
    await access.people.openAccount({ id: accountId, name, edition, demo: true }, DEMO_ACTOR);
  }
  const missing = people.filter(
    ({ username }) => access.state.person(accountId, demoUserId(username)) === null,
  );
  await Promise.all(
    missing.map((person) =>
      access.people.registerUser(
        {
          ...{ ...person, id: demoUserId(person.username), accountId },
          email: `${person.username}@${mailHost}`,
          password: DEMO_PASSWORD,
        },
        DEMO_ACTOR,
      ),
    ),
  );
  await access.state.settle();
  try {
    await seedContract(access, account);
    await acceptTerms(access, account);
  } catch (error) {
    // An older node that still runs could not read the event; the next start tries again.
    if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error;
  }
}

/** Earlier than any demo audit; the slots do not end. */
const SLOTS_FROM = '2020-01-01';
const GIGABYTE = 1024 ** 3;
const QUOTA = 5 * GIGABYTE;
/** Slots of the department without a user. */
const FREE_SLOTS: readonly UserType[] = [
  ...Array.from({ length: 6 }, () => 'auditor' as const),
  'administrator',
  'owner',
  'owner',
  'guest',
  'guest',
];

/** Slots for all users, some free ones, and a storage quota. Only if the account has no slots. */
async function seedContract(access: Access, { id, people, freeSlots }: DemoAccount): Promise<void> {
  if ((access.state.account(id)?.slots.size ?? 0) > 0) return;
  const taken = people.map(({ username, userType, role }) => ({
    slot: slotId.parse(demoId(`slot ${username}`)),
    user: demoUserId(username),
    userType,
    role,
  }));
  const of = id === DEMO_ACCOUNT_ID ? '' : ` of ${id}`;
  const free = freeSlots.map((userType, index) => ({
    slot: slotId.parse(demoId(`free slot ${index}${of}`)),
    userType,
  }));
  await access.admin.changes.within(id, UPKEEP, { code: 'upkeep' }, async (change) => {
    await change.ofAccount((facts, account, by) => {
      const make = (slot: SlotId, slotType: UserType) =>
        decideSlot(
          facts,
          account,
          { kind: 'create', slots: [slot], pool: 'account', slotType, startsOn: SLOTS_FROM, dueOn: null },
          by,
        );
      return together(
        decideAccount(account, { kind: 'quota', bytes: QUOTA }, by),
        ...[...taken, ...free].map(({ slot, userType }) => make(slot, userType)),
      );
    });
    await change.ofAccount((facts, account, by) =>
      together(
        ...taken.map(({ slot, user, role }) =>
          decideSlot(facts, account, { kind: 'assign', slot, user, role }, by),
        ),
      ),
    );
  });
}

/**
 * Accepts the terms for demo users, so that trials and tools that sign in are not interrupted; other users
 * are asked.
 */
async function acceptTerms(access: Access, { id, people }: DemoAccount): Promise<void> {
  const { version } = access.terms;
  for (const { username } of people) {
    const user = demoUserId(username);
    if (access.state.known.users.get(user)?.events.has(TERMS_EVENT)) continue;
    await access.admin.changes.within(id, UPKEEP, { code: 'upkeep' }, (change) =>
      change.ofPerson(user, () =>
        accepted({ type: 'PersonalEventRecorded', data: { user, event: TERMS_EVENT, version } }),
      ),
    );
  }
}
