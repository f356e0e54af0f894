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
  /** Between its dates today. */
  current: z.boolean(),
  user: z.uuid().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  /** The person has signed in with it: it can be released, no longer unassigned. */
  used: z.boolean(),
});
export type SlotRow = z.infer<typeof slotRow>;

const slot = z.object({ id: z.uuid() });
const within = { reach: 'account' } as const;

export const slotCalls = {
  slots: defineCall({
    ...within,
    method: 'GET',
    path: '/user_slots/',
    door: requires('user_slots.list'),
    query: z.object({ type: userType.optional(), state: slotState.optional() }),
    data: z.array(slotRow),
  }),
  /** Gives the slot to a new person, or to one of the account who has that e-mail and no slot. */
  assign: defineCall({
    ...within,
    method: 'POST',
    path: '/user_slots/:id/assign_user/',
    door: requires('user_slots.assign'),
    params: slot,
    body: reasonOnWire.extend({
      first_name: personName,
      last_name: personName,
      email: emailOnWire,
      role: roleOnWire,
    }),
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
    door: requires('user_slots.assign'),
    params: slot,
    body: reasonOnWire,
    data: slotRow,
    refusals: ['slot_not_found', 'slot_not_assigned', 'slot_used', 'beyond_own_rights'],
  }),
  release: defineCall({
    ...within,
    method: 'PUT',
    path: '/user_slots/:id/release/',
    door: requires('user_slots.release'),
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
  /** Slots of the add-on `abi`, which a person has besides their own. */
  abiSlots: defineCall({
    ...within,
    method: 'GET',
    path: '/user_slots/abi/',
    door: requires('user_slots.list'),
    data: z.array(slotRow),
    refusals: ['addon_missing'],
  }),
  assignAbi: defineCall({
    ...within,
    method: 'POST',
    path: '/user_slots/abi/',
    door: requires('user_slots.abi'),
    body: reasonOnWire.extend({ user: z.uuid() }),
    data: slotRow,
    refusals: ['addon_missing', 'no_free_slot', 'has_slot', 'user_not_found'],
  }),
  releaseAbi: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user_slots/abi/',
    door: requires('user_slots.abi'),
    query: reasonOnWire.extend({ user: z.uuid() }),
    data: slotRow,
    refusals: ['addon_missing', 'slot_not_assigned', 'user_not_found', 'beyond_own_rights'],
  }),
};
