import { z } from 'zod';
import { accountId, customRoleId, slotId, userId } from './ids.ts';
import { passwordRules } from './password-rules.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { because } from './reasons.ts';
import { role, userType } from './roles.ts';

export const edition = z.enum(['internal', 'firm']);
export type Edition = z.infer<typeof edition>;

/** What an account may have besides its edition; free words, so that a new one needs no new event. */
export const addon = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** Slots come from the account's contract, or with the add-on `abi`. */
export const slotPool = z.enum(['account', 'abi']);
export type SlotPool = z.infer<typeof slotPool>;

/** A role: a built-in one by its type, or one of the account's own by its id. */
export const roleRef = z.union([role, customRoleId]);
export type RoleRef = z.infer<typeof roleRef>;

/** An address or a range of them, `10.0.0.0/8`. */
export const addressRange = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const day = z.iso.date();
const ofAccount = { account: accountId, because };

/**
 * Stream `account-<id>`: the account with its settings, roles and slots, in one order, so that a slot is given
 * to one person and a role is changed on what it was. A version once written never changes: another shape is a
 * new version with an upcaster and golden files.
 */
export const accountEvents = [
  z.object({
    type: z.literal('AccountOpened'),
    data: z.object({ account: accountId, edition: z.enum(['internal', 'firm']), demo: z.boolean() }),
  }),
  z.object({ type: z.literal('EditionChanged'), data: z.object({ ...ofAccount, edition }) }),
  /** The package is beside the account's name in the vault: together they are what people sign in to. */
  z.object({
    type: z.literal('PackageChanged'),
    data: z.object({ ...ofAccount, pkg: z.string().min(1).max(60) }),
  }),
  /** The name itself lies in the vault. */
  z.object({ type: z.literal('AccountRenamed'), data: z.object(ofAccount) }),
  z.object({ type: z.literal('AddonGranted'), data: z.object({ ...ofAccount, addon }) }),
  z.object({ type: z.literal('AddonWithdrawn'), data: z.object({ ...ofAccount, addon }) }),
  /** Bytes that files may take; null = no limit. */
  z.object({
    type: z.literal('StorageQuotaSet'),
    data: z.object({ ...ofAccount, bytes: z.int().nonnegative().nullable() }),
  }),
  z.object({ type: z.literal('AccountSuspended'), data: z.object(ofAccount) }),
  z.object({ type: z.literal('AccountReinstated'), data: z.object(ofAccount) }),
  /** The whole list each time; empty = from everywhere. */
  z.object({
    type: z.literal('AllowedAddressesSet'),
    data: z.object({ ...ofAccount, ranges: z.array(addressRange).max(200) }),
  }),
  z.object({ type: z.literal('PasswordRulesSet'), data: z.object({ ...ofAccount, rules: passwordRules }) }),
  /** Whether everybody must have a second factor to sign in with a password. */
  z.object({
    type: z.literal('SecondFactorRequired'),
    data: z.object({ ...ofAccount, required: z.boolean() }),
  }),
  /** One of the settings that pages read before anybody signs in (`publicSettings`). */
  z.object({
    type: z.literal('PublicSettingSet'),
    data: z.object({
      ...ofAccount,
      key: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
      value: z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]),
    }),
  }),
  /** The picture lies in the vault; null = the product's own. */
  z.object({
    type: z.literal('LogoSet'),
    data: z.object({ ...ofAccount, sha256: z.string().length(64).nullable() }),
  }),
  /** A consultant is a person of this account, made for it, who may enter until the moment told. */
  z.object({
    type: z.literal('ConsultantAdmitted'),
    data: z.object({ ...ofAccount, user: userId, until: z.iso.datetime() }),
  }),
  z.object({
    type: z.literal('ConsultantRenewed'),
    data: z.object({ ...ofAccount, user: userId, until: z.iso.datetime() }),
  }),
  z.object({ type: z.literal('ConsultantRevoked'), data: z.object({ ...ofAccount, user: userId }) }),
  z.object({
    type: z.literal('RoleCreated'),
    data: z.object({
      ...ofAccount,
      role: customRoleId,
      roleType: role,
      name: z.string().min(1).max(80),
      description: z.string().max(300),
      permissions: permissionMatrix,
    }),
  }),
  z.object({
    type: z.literal('RoleRenamed'),
    data: z.object({
      ...ofAccount,
      role: customRoleId,
      name: z.string().min(1).max(80),
      description: z.string().max(300),
    }),
  }),
  /** The whole matrix each time. Of a built-in role: what this account says instead of the default. */
  z.object({
    type: z.literal('RoleMatrixSet'),
    data: z.object({ ...ofAccount, role: roleRef, permissions: permissionMatrix }),
  }),
  /** Whoever held it has from then on what the type of the role says. */
  z.object({ type: z.literal('RoleDeleted'), data: z.object({ ...ofAccount, role: customRoleId }) }),
  z.object({
    type: z.literal('SlotCreated'),
    data: z.object({
      ...ofAccount,
      slot: slotId,
      pool: slotPool,
      slotType: userType,
      startsOn: day,
      /** The last day on which it may be used; null = open. */
      dueOn: day.nullable(),
    }),
  }),
  z.object({
    type: z.literal('SlotDated'),
    data: z.object({ ...ofAccount, slot: slotId, startsOn: day, dueOn: day.nullable() }),
  }),
  z.object({
    type: z.literal('SlotAssigned'),
    data: z.object({ ...ofAccount, slot: slotId, user: userId }),
  }),
  /** An assignment taken back before the person ever came in. */
  z.object({
    type: z.literal('SlotUnassigned'),
    data: z.object({ ...ofAccount, slot: slotId, user: userId }),
  }),
  z.object({
    type: z.literal('SlotReleased'),
    data: z.object({ ...ofAccount, slot: slotId, user: userId }),
  }),
  z.object({ type: z.literal('SlotRemoved'), data: z.object({ ...ofAccount, slot: slotId }) }),
] as const;
