import { z } from 'zod';
import { accountId, customRoleId, slotId, userId } from './ids.ts';
import { passwordRules } from './password-rules.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { because } from './reasons.ts';
import { role, userType } from './roles.ts';

export const edition = z.enum(['internal', 'firm']);
export type Edition = z.infer<typeof edition>;

/** Add-ons are plain strings, so that a new one needs no new event. */
export const addon = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** Slots come from the account's contract, or with the add-on `abi`. */
export const slotPool = z.enum(['account', 'abi']);
export type SlotPool = z.infer<typeof slotPool>;

/** Reference to a role: a built-in one by its type, or a custom one by its id. */
export const roleRef = z.union([role, customRoleId]);
export type RoleRef = z.infer<typeof roleRef>;

/** An address or a CIDR range, `10.0.0.0/8`. */
export const addressRange = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const day = z.iso.date();
const ofAccount = { account: accountId, because };

/**
 * Stream `account-<id>`: the account with its settings, roles and slots, totally ordered, so that a slot is assigned to
 * one user only and role changes do not conflict. A published version never changes: another shape is a new version
 * with an upcaster and golden files.
 */
export const accountEvents = [
  z.object({
    type: z.literal('AccountOpened'),
    data: z.object({ account: accountId, edition: z.enum(['internal', 'firm']), demo: z.boolean() }),
  }),
  z.object({ type: z.literal('EditionChanged'), data: z.object({ ...ofAccount, edition }) }),
  /** The package also identifies the account at sign-in, together with the account's name in the vault. */
  z.object({
    type: z.literal('PackageChanged'),
    data: z.object({ ...ofAccount, pkg: z.string().min(1).max(60) }),
  }),
  /** The name itself is in the vault. */
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
  /** Always the whole list; empty = from everywhere. */
  z.object({
    type: z.literal('AllowedAddressesSet'),
    data: z.object({ ...ofAccount, ranges: z.array(addressRange).max(200) }),
  }),
  z.object({ type: z.literal('PasswordRulesSet'), data: z.object({ ...ofAccount, rules: passwordRules }) }),
  /** Whether all users need a second factor to sign in with a password. */
  z.object({
    type: z.literal('SecondFactorRequired'),
    data: z.object({ ...ofAccount, required: z.boolean() }),
  }),
  /** A setting for pages (`publicSettings`). */
  z.object({
    type: z.literal('PublicSettingSet'),
    data: z.object({
      ...ofAccount,
      key: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
      value: z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]),
    }),
  }),
  /** The image is in the vault; null = the product's own. */
  z.object({
    type: z.literal('LogoSet'),
    data: z.object({ ...ofAccount, sha256: z.string().length(64).nullable() }),
  }),
  /** A consultant is a user of this account, created for this purpose, with access until the given moment. */
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
  /** Always the whole matrix. For a built-in role it replaces the default in this account. */
  z.object({
    type: z.literal('RoleMatrixSet'),
    data: z.object({ ...ofAccount, role: roleRef, permissions: permissionMatrix }),
  }),
  /** Users with this role fall back to the permissions of its type. */
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
  /** An assignment revoked before the user ever signed in. */
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
