import { z } from 'zod';

/**
 * Role types; contract names in `ROLE_KEYS`. `owner` is the action-plan owner (auditee), who answers and implements.
 */
export const role = z.enum(['admin', 'manager', 'leader', 'auditor', 'owner', 'guest']);
export type Role = z.infer<typeof role>;

/** Contract names (`usuario.role`): ADMIN, PM, SR, JR, OWNER, GUEST. */
export const ROLE_KEYS: Readonly<Record<Role, string>> = {
  admin: 'ADMIN',
  manager: 'PM',
  leader: 'SR',
  auditor: 'JR',
  owner: 'OWNER',
  guest: 'GUEST',
};

/** `usuario.role` on the wire. */
export const roleKey = z.enum(['ADMIN', 'PM', 'SR', 'JR', 'OWNER', 'GUEST']);
export type RoleKey = z.infer<typeof roleKey>;

/** Groups of roles (specification 1, section 3): leading, working, reading or answering. */
export const roleGroup = z.enum(['managerial', 'operative', 'guest']);
export type RoleGroup = z.infer<typeof roleGroup>;

export const ROLE_GROUPS: Readonly<Record<Role, RoleGroup>> = {
  admin: 'managerial',
  manager: 'managerial',
  leader: 'operative',
  auditor: 'operative',
  owner: 'guest',
  guest: 'guest',
};

/** Types of users, and of the slots that they fill. */
export const userType = z.enum(['auditor', 'owner', 'administrator', 'it_administrator', 'guest']);
export type UserType = z.infer<typeof userType>;
/** Whether users of a type do audit work: guests read, and owners answer their action plans. */
export const isStaff = (type: string): boolean => type !== 'guest' && type !== 'owner';

/** Roles allowed in a slot of each type; the first is the default. */
export const ROLES_OF_TYPE: Readonly<Record<UserType, readonly [Role, ...Role[]]>> = {
  auditor: ['auditor', 'leader', 'manager'],
  owner: ['owner'],
  administrator: ['admin'],
  it_administrator: ['admin'],
  guest: ['guest'],
};

/**
 * Types of users who staff audits: auditors, and administrators, who may lead one. Guests read, owners answer, and IT
 * administrators run the platform.
 */
const STAFF_TYPES: ReadonlySet<string> = new Set<UserType>(['auditor', 'administrator']);

/** Whether users of a type do the work of audits, and so have capacity to plan with. */
export const staffsAudits = (type: string): boolean => STAFF_TYPES.has(type);

/** Authentication methods. The last two are the specification's Azure AD and Google. */
export const authenticationMethod = z.enum(['password', 'azure_ad', 'google']);
export type AuthenticationMethod = z.infer<typeof authenticationMethod>;
