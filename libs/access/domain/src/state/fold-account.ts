import type { AccessEvent, SlotId, UserId } from '@cotejo/access-contracts';
import type { AccountFacts, SlotFacts } from './access-facts.ts';

/** Events of the stream `account-<id>` after its first. */
export type AccountEvent = Exclude<
  Extract<AccessEvent, { data: { account: unknown; because: unknown } }>,
  { type: 'AccountOpened' }
>;

/** The account after an event. No validation: events are facts. */
export function foldAccount(account: AccountFacts, event: AccountEvent): AccountFacts {
  switch (event.type) {
    case 'EditionChanged':
      return { ...account, edition: event.data.edition };
    case 'PackageChanged':
    case 'AccountRenamed':
      // Both values are in the vault; the event records time, author and reason.
      return account;
    case 'AddonGranted':
      return {
        ...account,
        addons: [...account.addons.filter((one) => one !== event.data.addon), event.data.addon],
      };
    case 'AddonWithdrawn':
      return { ...account, addons: account.addons.filter((one) => one !== event.data.addon) };
    case 'StorageQuotaSet':
      return { ...account, quota: event.data.bytes };
    case 'AccountSuspended':
      return { ...account, suspended: true };
    case 'AccountReinstated':
      return { ...account, suspended: false };
    case 'AllowedAddressesSet':
      return { ...account, addresses: event.data.ranges };
    case 'PasswordRulesSet':
      return { ...account, passwordRules: event.data.rules };
    case 'SecondFactorRequired':
      return { ...account, secondFactorRequired: event.data.required };
    case 'PublicSettingSet':
      return { ...account, settings: new Map(account.settings).set(event.data.key, event.data.value) };
    case 'LogoSet':
      return { ...account, logo: event.data.sha256 };
    case 'ConsultantAdmitted':
    case 'ConsultantRenewed': {
      const { user, until } = event.data;
      const consultant = { until: new Date(until), revoked: false };
      return { ...account, consultants: new Map(account.consultants).set(user, consultant) };
    }
    case 'ConsultantRevoked': {
      const known = account.consultants.get(event.data.user);
      if (known === undefined) return account;
      const consultants = new Map(account.consultants).set(event.data.user, { ...known, revoked: true });
      return { ...account, consultants };
    }
    case 'RoleCreated':
    case 'RoleRenamed':
    case 'RoleMatrixSet':
    case 'RoleDeleted':
      return foldRoles(account, event);
    case 'SlotCreated':
    case 'SlotDated':
    case 'SlotAssigned':
    case 'SlotUnassigned':
    case 'SlotReleased':
    case 'SlotRemoved':
      return foldSlots(account, event);
  }
}

type RoleEvent = Extract<AccountEvent, { type: `Role${string}` }>;

function foldRoles(account: AccountFacts, event: RoleEvent): AccountFacts {
  const roles = new Map(account.roles);
  switch (event.type) {
    case 'RoleCreated': {
      const { role: id, roleType, name, description, permissions } = event.data;
      return { ...account, roles: roles.set(id, { id, roleType, name, description, permissions }) };
    }
    case 'RoleRenamed': {
      const { role: id, name, description } = event.data;
      const known = roles.get(id);
      return known === undefined
        ? account
        : { ...account, roles: roles.set(id, { ...known, name, description }) };
    }
    case 'RoleMatrixSet': {
      const { role: ref, permissions } = event.data;
      const own = [...roles.values()].find(({ id }) => id === ref);
      if (own !== undefined) return { ...account, roles: roles.set(own.id, { ...own, permissions }) };
      return { ...account, matrices: { ...account.matrices, [ref]: permissions } };
    }
    case 'RoleDeleted':
      roles.delete(event.data.role);
      return { ...account, roles };
  }
}

type SlotEvent = Extract<AccountEvent, { type: `Slot${string}` }>;

function foldSlots(account: AccountFacts, event: SlotEvent): AccountFacts {
  const { slot: id } = event.data;
  const slots = new Map(account.slots);
  if (event.type === 'SlotCreated') {
    const { pool, slotType, startsOn, dueOn } = event.data;
    slots.set(id, { id, pool, slotType, startsOn, dueOn, state: 'unassigned', user: null });
    return { ...account, slots };
  }
  const slot = slots.get(id);
  if (slot === undefined) return account;
  switch (event.type) {
    case 'SlotDated':
      slots.set(id, { ...slot, startsOn: event.data.startsOn, dueOn: event.data.dueOn });
      return { ...account, slots };
    case 'SlotAssigned':
      slots.set(id, { ...slot, state: 'assigned', user: event.data.user });
      return { ...account, slots, unseated: seated(account, slot, event.data.user) };
    case 'SlotUnassigned':
      slots.set(id, { ...slot, state: 'unassigned', user: null });
      return { ...account, slots, unseated: unseated(account, slot, slots) };
    case 'SlotReleased':
      slots.set(id, { ...slot, state: 'released', user: null });
      return { ...account, slots, unseated: unseated(account, slot, slots) };
    case 'SlotRemoved':
      slots.delete(id);
      return { ...account, slots, unseated: unseated(account, slot, slots) };
  }
}

function seated({ unseated }: AccountFacts, slot: SlotFacts, user: UserId): ReadonlySet<UserId> {
  if (slot.pool !== 'account' || !unseated.has(user)) return unseated;
  const left = new Set(unseated);
  left.delete(user);
  return left;
}

/** The former holder of the slot is without one, unless they have another. */
function unseated(
  { unseated: before }: AccountFacts,
  { pool, user }: SlotFacts,
  slots: ReadonlyMap<SlotId, SlotFacts>,
): ReadonlySet<UserId> {
  if (user === null || pool !== 'account') return before;
  const hasAnother = [...slots.values()].some((slot) => slot.user === user && slot.pool === 'account');
  return hasAnother ? before : new Set(before).add(user);
}
