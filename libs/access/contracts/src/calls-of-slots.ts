import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { emailOnWire, roleOnWire } from './calls-of-people.ts';
import { personName } from './calls-of-sign-in.ts';
import { reasonOnWire } from './reasons.ts';
import { requires } from './requires.ts';
import { userType } from './roles.ts';

export const slotState = z.enum(['assigned', 'unassigned', 'released']);

/** Specification 1, section 3: slotId, first_name, last_name, email, role; names only while assigned. */
export const slotRow = z.object({
  slotId: z.uuid(),
  type: userType,
  state: slotState,
  start_date: z.iso.date(),
  due_date: z.iso.date().nullable(),
  /** Today is between its dates. */
  current: z.boolean(),
  user: z.uuid().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  /** The user has signed in since: the slot can be released, but no longer unassigned. */
  used: z.boolean(),
});
export type SlotRow = z.infer<typeof slotRow>;

/** Who gets a slot. */
export const assignSlotBody = reasonOnWire.extend({
  first_name: personName,
  last_name: personName,
  email: emailOnWire,
  role: roleOnWire,
});
export const assignAbiBody = reasonOnWire.extend({ user: z.uuid() });

const slot = z.object({ id: z.uuid() });
const within = { reach: 'account' } as const;

export const slotCalls = {
  slots: defineCall({
    ...within,
    method: 'GET',
    path: '/user_slots/',
    policy: requires('user_slots.list'),
    query: z.object({ type: userType.optional(), state: slotState.optional() }),
    data: z.array(slotRow),
  }),
  /** Assigns the slot to a new user, or to an existing one of the account with that e-mail and no slot. */
  assign: defineCall({
    ...within,
    method: 'POST',
    path: '/user_slots/:id/assign_user/',
    policy: requires('user_slots.assign'),
    params: slot,
    body: assignSlotBody,
    data: slotRow,
    refusals: [
      'slot_not_found',
      'slot_taken',
      'slot_expired',
      'slot_type_differs',
      'has_slot',
      'role_not_found',
      'beyond_own_rights',
      'no_free_slot',
    ],
  }),
  unassign: defineCall({
    ...within,
    method: 'PUT',
    path: '/user_slots/:id/unassign/',
    policy: requires('user_slots.assign'),
    params: slot,
    body: reasonOnWire,
    data: slotRow,
    refusals: ['slot_not_found', 'slot_not_assigned', 'slot_used', 'beyond_own_rights'],
  }),
  release: defineCall({
    ...within,
    method: 'PUT',
    path: '/user_slots/:id/release/',
    policy: requires('user_slots.release'),
    params: slot,
    body: reasonOnWire,
    data: slotRow,
    refusals: [
      'slot_not_found',
      'slot_not_assigned',
      'own_access',
      'last_administrator',
      'beyond_own_rights',
    ],
  }),
  /** Slots of the add-on `abi`, additional to a user's own. */
  abiSlots: defineCall({
    ...within,
    method: 'GET',
    path: '/user_slots/abi/',
    policy: requires('user_slots.list'),
    data: z.array(slotRow),
    refusals: ['addon_missing'],
  }),
  assignAbi: defineCall({
    ...within,
    method: 'POST',
    path: '/user_slots/abi/',
    policy: requires('user_slots.abi'),
    body: assignAbiBody,
    data: slotRow,
    refusals: ['addon_missing', 'no_free_slot', 'has_slot', 'user_not_found'],
  }),
  releaseAbi: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user_slots/abi/',
    policy: requires('user_slots.abi'),
    query: reasonOnWire.extend({ user: z.uuid() }),
    data: slotRow,
    refusals: ['addon_missing', 'slot_not_assigned', 'user_not_found', 'beyond_own_rights'],
  }),
};
