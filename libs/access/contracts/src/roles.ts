import { z } from 'zod';

/** Role types; contract names in `ROLE_KEYS`. `owner` is the audited person who answers and implements. */
export const role = z.enum(['admin', 'manager', 'leader', 'auditor', 'owner', 'guest']);
export type Role = z.infer<typeof role>;

/** Names of the contract (`usuario.role`): ADMIN, PM, SR, JR, OWNER, GUEST. */
export const ROLE_KEYS: Readonly<Record<Role, string>> = {
  admin: 'ADMIN',
  manager: 'PM',
  leader: 'SR',
  auditor: 'JR',
  owner: 'OWNER',
  guest: 'GUEST',
};

/** `usuario.role` as it comes over the wire. */
export const roleKey = z.enum(['ADMIN', 'PM', 'SR', 'JR', 'OWNER', 'GUEST']);
export type RoleKey = z.infer<typeof roleKey>;

/** Groups of roles (specification 1, section 3): who leads, who works, who looks or answers. */
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

/** Kinds of people, and of the slots that they fill. */
export const userType = z.enum(['auditor', 'owner', 'administrator', 'it_administrator', 'guest']);
export type UserType = z.infer<typeof userType>;

/** Roles that a slot of each type may be given to; the first is the one that is offered. */
export const ROLES_OF_TYPE: Readonly<Record<UserType, readonly [Role, ...Role[]]>> = {
  auditor: ['auditor', 'leader', 'manager'],
  owner: ['owner'],
  administrator: ['admin'],
  it_administrator: ['admin'],
  guest: ['guest'],
};

/** How a person proves who they are. The last two are the specification's Azure AD and Google. */
export const authenticationMethod = z.enum(['password', 'azure_ad', 'google']);
export type AuthenticationMethod = z.infer<typeof authenticationMethod>;
