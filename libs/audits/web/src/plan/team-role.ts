import type { TeamRole } from '@cotejo/audits-contracts';

const TEAM_ROLES: Readonly<Record<string, TeamRole>> = {
  PM: 'manager',
  SR: 'leader',
  JR: 'auditor',
  GUEST: 'guest',
  ICCE: 'icce',
};

/** Role in the team from the contract's key; what we don't know may only read. */
export const teamRoleOf = (key: string): TeamRole => TEAM_ROLES[key] ?? 'guest';
