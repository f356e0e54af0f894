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

export const userType = z.enum(['auditor', 'owner', 'administrator', 'it_administrator', 'guest']);
export type UserType = z.infer<typeof userType>;
