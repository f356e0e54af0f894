import type { TeamMemberRead } from '@cotejo/audits-contracts';
import { owesDeclaration } from '@cotejo/audits-domain';

/** Active members who still owe their declaration of independence. */
export const undeclaredOf = (members: readonly TeamMemberRead[]): readonly TeamMemberRead[] =>
  members.filter(({ rol: { nombre: role }, esta_activo: isActive, independencia }) =>
    owesDeclaration({ role, isActive, hasDeclared: independencia !== null }),
  );
