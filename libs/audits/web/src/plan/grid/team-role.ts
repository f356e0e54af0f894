import { teamRole, type TeamRole } from '@cotejo/audits-contracts';

/** Parses a team role from the server; a role that this version does not know counts as read-only guest. */
export const teamRoleOf = (told: string): TeamRole => teamRole.safeParse(told).data ?? 'guest';
