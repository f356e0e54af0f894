import { defineCall, oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';
import { slotRow } from './calls-of-slots.ts';
import { personName } from './calls-of-sign-in.ts';
import { emailOnWire } from './calls-of-people.ts';
import { addressesOnWire } from './calls-of-account.ts';
import { addon, edition, slotPool } from './events-of-account.ts';
import { reasonOnWire } from './reasons.ts';
import { requires } from './requires.ts';
import { userType } from './roles.ts';

const consultant = z.object({
  user: z.uuid(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  until: z.iso.datetime(),
  revoked: z.boolean(),
});

/** An account as product administrators see it: its contract and usage, none of its content. */
export const accountRow = z.object({
  id: z.uuid(),
  account_name: z.string(),
  pkg: z.string(),
  edition,
  demo: z.boolean(),
  suspended: z.boolean(),
  addons: z.array(addon),
  quota: z.number().nullable(),
  used: z.number(),
  users: z.int(),
  slots: z.object({ total: z.int(), assigned: z.int() }),
  ranges: addressesOnWire.shape.ranges,
  consultants: z.array(consultant),
  opened_at: z.iso.datetime(),
});
export type AccountRow = z.infer<typeof accountRow>;

const account = z.object({ id: z.uuid() });
const consultantOf = account.extend({ user: z.uuid() });
const product = { reach: 'product' } as const;
const edits = { ...product, policy: requires('product.accounts__edit') } as const;
const day = z.iso.date();

/** `/abadmin/`: for groups 2 and 3 only. Not specified beyond the page's name. */
export const productCalls = {
  accounts: defineCall({
    ...product,
    method: 'GET',
    path: '/abadmin/accounts/',
    policy: requires('product.accounts'),
    data: z.array(accountRow),
  }),
  openAccount: defineCall({
    ...edits,
    method: 'POST',
    path: '/abadmin/accounts/',
    body: reasonOnWire.extend({
      account_name: oneLineName(120),
      pkg: oneLineName(60),
      edition,
      quota: z.number().int().nonnegative().nullable().default(null),
      admin: z.object({
        username: oneLineName(254),
        first_name: personName,
        last_name: personName,
        email: emailOnWire,
      }),
    }),
    data: accountRow,
    status: 201,
    refusals: ['account_exists', 'username_taken', 'username_invalid'],
  }),
  /** Only the given fields change; each yields an event of its own. */
  changeAccount: defineCall({
    ...edits,
    method: 'PUT',
    path: '/abadmin/accounts/:id/',
    params: account,
    body: reasonOnWire.extend({
      account_name: oneLineName(120).optional(),
      pkg: oneLineName(60).optional(),
      edition: edition.optional(),
      addons: z.array(addon).max(50).optional(),
      quota: z.number().int().nonnegative().nullable().optional(),
      suspended: z.boolean().optional(),
      ranges: addressesOnWire.shape.ranges.optional(),
    }),
    data: accountRow,
    refusals: ['not_found', 'account_exists', 'already_so'],
  }),
  slots: defineCall({
    ...product,
    method: 'GET',
    path: '/abadmin/accounts/:id/slots/',
    policy: requires('product.accounts'),
    params: account,
    data: z.array(slotRow),
    refusals: ['not_found'],
  }),
  createSlots: defineCall({
    ...edits,
    method: 'POST',
    path: '/abadmin/accounts/:id/slots/',
    params: account,
    body: reasonOnWire.extend({
      type: userType,
      pool: slotPool.default('account'),
      count: z.int().min(1).max(200),
      start_date: day,
      due_date: day.nullable(),
    }),
    data: z.array(slotRow),
    status: 201,
    refusals: ['not_found', 'slot_dates', 'addon_missing'],
  }),
  dateSlot: defineCall({
    ...edits,
    method: 'PUT',
    path: '/abadmin/accounts/:id/slots/:slot/',
    params: account.extend({ slot: z.uuid() }),
    body: reasonOnWire.extend({ start_date: day, due_date: day.nullable() }),
    data: slotRow,
    refusals: ['not_found', 'slot_not_found', 'slot_dates'],
  }),
  removeSlot: defineCall({
    ...edits,
    method: 'DELETE',
    path: '/abadmin/accounts/:id/slots/:slot/',
    params: account.extend({ slot: z.uuid() }),
    query: reasonOnWire,
    data: z.object({ removed: z.literal(true) }),
    refusals: ['not_found', 'slot_not_found', 'slot_taken'],
  }),
  /** Valid for one month from now. */
  admitConsultant: defineCall({
    ...edits,
    method: 'POST',
    path: '/abadmin/accounts/:id/consultants/',
    params: account,
    body: reasonOnWire.extend({
      username: oneLineName(254),
      first_name: personName,
      last_name: personName,
      email: emailOnWire,
    }),
    data: consultant,
    status: 201,
    refusals: ['not_found', 'username_taken', 'username_invalid', 'email_taken'],
  }),
  renewConsultant: defineCall({
    ...edits,
    method: 'PUT',
    path: '/abadmin/accounts/:id/consultants/:user/',
    params: consultantOf,
    body: reasonOnWire,
    data: consultant,
    refusals: ['not_found', 'consultant_not_found'],
  }),
  revokeConsultant: defineCall({
    ...edits,
    method: 'DELETE',
    path: '/abadmin/accounts/:id/consultants/:user/',
    params: consultantOf,
    query: reasonOnWire,
    data: consultant,
    refusals: ['not_found', 'consultant_not_found', 'already_so'],
  }),
};
