import {
  accessErrors,
  userId,
  type accessCalls,
  type Principal,
  type Role,
  type RoleRef,
  type SlotId,
  type UserId,
} from '@cotejo/access-contracts';
import {
  builtInRole,
  claimSlot,
  decidePerson,
  decideSlot,
  freeSlot,
  ownRole,
  refused,
  suggestUsername,
  type AccountFacts,
  type SlotFacts,
} from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { z } from 'zod';
import { recordOf, type EditPeople } from '../people/edit-people.ts';
import type { PersonRecords } from '../people/person-record.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { repeatableId } from '../state/repeatable-id.ts';
import type { AccessState } from '../state/access-state.ts';
import {
  authorOf,
  reasonOf,
  type AccountChange,
  type ChangeAccess,
  type Decide,
  type Reason,
} from '../state/change-access.ts';

type AssignSlot = z.infer<typeof accessCalls.slots.assign.body & object>;

export interface KeepSlotsOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly people: EditPeople;
  readonly records: PersonRecords;
}

/** Assigns and releases slots of an account. Refusals are those of the calls. */
export class KeepSlots {
  constructor(private readonly options: KeepSlotsOptions) {}

  /**
   * Assigns a slot to a new user, or to the account's user with that e-mail. The slot is assigned first, so that no
   * user is registered without one. `key`: the call's idempotency key; a repeated call continues where the first one
   * stopped.
   */
  assign(principal: Principal, slotTold: string, body: AssignSlot, key: string | undefined): Promise<SlotId> {
    const { accountId } = principal;
    return this.inTurn(principal, reasonOf(body), async (change, scope) => {
      const slot = scope.slot(slotTold);
      const role = scope.role(body.role);
      const known = scope.withEmail(body.email)?.id ?? null;
      const user = known ?? userId.parse(repeatableId(`person of ${accountId}`, principal.userId, key));
      const { slotType } = slot;
      const seat = slot.pool === 'account' ? { userType: slotType, seat: slotType } : {};
      const asPerson: Decide = (facts, account, by) =>
        decidePerson(facts, account, user, { kind: 'role', role, ...seat }, by);
      await change.ofAccount((facts, account, by) => {
        if (!facts.users.has(user)) {
          return claimSlot(facts, account, { user, role, userType: slotType }, by, slot.id);
        }
        const person = asPerson(facts, account, by);
        if (!person.ok) return person;
        const command = { kind: 'assign', slot: slot.id, user, role: typeOfRole(account, role) } as const;
        return decideSlot(facts, account, command, by);
      });
      if (known !== null) {
        await change.ofPerson(user, asPerson);
        await this.options.people.invite(accountId, user);
      } else await this.register(change, scope, { user, role, slot, body });
      return slot.id;
    });
  }

  unassign(principal: Principal, slot: string, reason: Reason): Promise<SlotId> {
    return this.end(principal, 'unassign', slot, reason);
  }

  release(principal: Principal, slot: string, reason: Reason): Promise<SlotId> {
    return this.end(principal, 'release', slot, reason);
  }

  /** Assigns any free slot of the add-on, in addition to the user's own. */
  assignAbi(principal: Principal, userTold: string, reason: Reason): Promise<SlotId> {
    return this.inTurn(principal, reason, async (change, scope) => {
      assertAbi(scope.account);
      const user = scope.person(userTold);
      const had = abiSlotOf(scope.account, user.id);
      if (had !== null) throw new Refusal(accessErrors, 'has_slot');
      await change.ofAccount((facts, account, by) => {
        const slot = freeSlot(account, 'abi', by.today);
        if (slot === null) return refused('no_free_slot');
        const { role } = user;
        return decideSlot(facts, account, { kind: 'assign', slot: slot.id, user: user.id, role }, by);
      });
      const given = abiSlotOf(scope.account, user.id);
      if (given === null) throw new Refusal(accessErrors, 'no_free_slot');
      return given.id;
    });
  }

  releaseAbi(principal: Principal, userTold: string, reason: Reason): Promise<SlotId> {
    return this.inTurn(principal, reason, async (change, scope) => {
      assertAbi(scope.account);
      const slot = abiSlotOf(scope.account, scope.person(userTold).id);
      if (slot === null) throw new Refusal(accessErrors, 'slot_not_assigned');
      await change.ofAccount((facts, account, by) =>
        decideSlot(facts, account, { kind: 'release', slot: slot.id }, by),
      );
      return slot.id;
    });
  }

  private end(
    principal: Principal,
    kind: 'unassign' | 'release',
    slotTold: string,
    reason: Reason,
  ): Promise<SlotId> {
    return this.inTurn(principal, reason, async (change, scope) => {
      const { id: slot } = scope.slot(slotTold);
      await change.ofAccount((facts, account, by) => decideSlot(facts, account, { kind, slot }, by));
      return slot;
    });
  }

  private inTurn<T>(
    principal: Principal,
    reason: Reason,
    work: (change: AccountChange, scope: AccountScope) => Promise<T>,
  ): Promise<T> {
    const { state, changes } = this.options;
    const { accountId } = principal;
    return changes.within(accountId, authorOf(principal), reason, async (change) => {
      await state.settle();
      return work(change, new AccountScope(state, accountId));
    });
  }

  private async register(
    change: AccountChange,
    scope: AccountScope,
    given: {
      readonly user: UserId;
      readonly role: RoleRef;
      readonly slot: SlotFacts;
      readonly body: AssignSlot;
    },
  ): Promise<void> {
    const { user: id, role, slot, body } = given;
    const taken = new Set<string>();
    for (const [holder, { username }] of await this.options.records.all(scope.id)) {
      if (holder !== id) taken.add(username);
    }
    const { first_name: firstName, last_name: lastName, email } = body;
    const username = suggestUsername({ firstName, lastName, email }, (name) => taken.has(name));
    await this.options.people.register(change, scope.id, {
      id,
      role,
      userType: slot.slotType,
      method: 'password',
      record: recordOf(body, username),
    });
  }
}

/** Refuses with `addon_missing`. */
export function assertAbi(account: AccountFacts): void {
  if (!account.addons.includes('abi')) {
    throw new Refusal(accessErrors, 'addon_missing', { params: { addon: 'abi' } });
  }
}

const abiSlotOf = ({ slots }: AccountFacts, user: UserId): SlotFacts | null =>
  [...slots.values()].find((slot) => slot.pool === 'abi' && slot.user === user) ?? null;

const typeOfRole = (account: AccountFacts, ref: RoleRef): Role =>
  ownRole(account, ref)?.roleType ?? builtInRole(ref) ?? 'guest';
