import {
  accessEvent,
  type AccessEvent,
  type AccountId,
  type Because,
  type CustomRoleId,
  type Principal,
  type Role,
  type SessionId,
  type SlotId,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import type { Deciding, Decision } from './decision.ts';
import { AccessFacts, type AccountFacts, type UserFacts } from './state/access-facts.ts';
import { foldAccess, type Consequence } from './state/fold-access.ts';
import { principalOfFacts } from './state/principal-of-facts.ts';

const uuid = (kind: number, number: number): string =>
  `0000000${kind}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

export const HERE = uuid(4, 1) as AccountId;
export const ELSEWHERE = uuid(4, 2) as AccountId;
export const userOf = (number: number): UserId => uuid(2, number) as UserId;
export const slotIdOf = (number: number): SlotId => uuid(6, number) as SlotId;
export const roleIdOf = (number: number): CustomRoleId => uuid(7, number) as CustomRoleId;
export const sessionOf = (number: number): SessionId => uuid(8, number) as SessionId;

export const NOW = new Date('2026-03-02T15:00:00.000Z');
export const TODAY = '2026-03-02';
export const BECAUSE: Because = { code: 'requested', note: null };

/** Two accounts and their users, built from events. */
export class GivenAccounts {
  readonly facts = new AccessFacts();
  readonly now = NOW;
  termsVersion: string | null = null;

  constructor(...events: readonly AccessEvent[]) {
    for (const [account, demo] of [
      [HERE, false],
      [ELSEWHERE, true],
    ] as const) {
      this.apply({ type: 'AccountOpened', data: { account, edition: 'internal', demo } });
    }
    for (const event of events) this.apply(event);
  }

  apply(event: AccessEvent): Consequence {
    return foldAccess(this.facts, accessEvent.parse(event), this.now.toISOString());
  }

  /** Applies and returns the events of a decision; throws the code of a refusal. */
  carryOut(decision: Decision): readonly AccessEvent[] {
    if (!decision.ok) throw new Error(decision.code);
    for (const event of decision.events) this.apply(event);
    return decision.events;
  }

  get here(): AccountFacts {
    return this.account(HERE);
  }

  account(id: AccountId): AccountFacts {
    const account = this.facts.accounts.get(id);
    if (account === undefined) throw new Error('no such account');
    return account;
  }

  user(number: number): UserFacts {
    const user = this.facts.users.get(userOf(number));
    if (user === undefined) throw new Error('no such person');
    return user;
  }

  principal(number: number, session: number | null = null): Principal | null {
    const opened = session === null ? null : sessionOf(session);
    return principalOfFacts(this.facts, this.user(number), opened, this);
  }

  get today(): string {
    return TODAY;
  }

  /** Circumstances of a decision by a user; `null` = by the system. */
  by(number: number | null): Deciding {
    const actor = number === null ? null : this.principal(number);
    return { actor, because: BECAUSE, now: this.now, today: this.today, termsVersion: this.termsVersion };
  }
}

export const registered = (
  number: number,
  role: Role,
  userType: UserType,
  over: { readonly account?: AccountId; readonly isSuperuser?: boolean } = {},
): AccessEvent => ({
  type: 'UserRegistered',
  data: {
    user: userOf(number),
    account: over.account ?? HERE,
    role,
    userType,
    isSuperuser: over.isSuperuser ?? false,
    groups: [],
  },
});

export const signedIn = (number: number, session: number): AccessEvent => ({
  type: 'SignedIn',
  data: { user: userOf(number), session: sessionOf(session), expiresAt: '2026-03-03T03:00:00.000Z' },
});

export const slotCreated = (
  number: number,
  slotType: UserType = 'auditor',
  over: {
    readonly startsOn?: string;
    readonly dueOn?: string | null;
    readonly pool?: 'account' | 'abi';
  } = {},
): AccessEvent => ({
  type: 'SlotCreated',
  data: {
    account: HERE,
    because: BECAUSE,
    slot: slotIdOf(number),
    pool: over.pool ?? 'account',
    slotType,
    startsOn: over.startsOn ?? '2026-01-01',
    dueOn: over.dueOn === undefined ? '2026-12-31' : over.dueOn,
  },
});

export const slotAssigned = (slot: number, user: number): AccessEvent => ({
  type: 'SlotAssigned',
  data: { account: HERE, because: BECAUSE, slot: slotIdOf(slot), user: userOf(user) },
});

export const slotReleased = (slot: number, user: number): AccessEvent => ({
  type: 'SlotReleased',
  data: { account: HERE, because: BECAUSE, slot: slotIdOf(slot), user: userOf(user) },
});

/** Event types of a decision, or the code of its refusal. */
export const outcome = (decision: Decision): readonly string[] | string =>
  decision.ok ? decision.events.map(({ type }) => type) : decision.code;
