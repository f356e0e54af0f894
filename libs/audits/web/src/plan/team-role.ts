import { teamRole, type TeamRole } from '@cotejo/audits-contracts';

/** Role in the team as the server tells it; one that this version doesn't know may only read. */
export const teamRoleOf = (told: string): TeamRole => teamRole.safeParse(told).data ?? 'guest';
