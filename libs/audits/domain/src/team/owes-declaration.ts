import type { TeamRole } from '@cotejo/audits-contracts';

/** Member data that decides whether a declaration of independence is owed. */
interface DeclaringMember {
  readonly role: TeamRole;
  readonly isActive: boolean;
  readonly hasDeclared: boolean;
}

/** Whether a member still owes their declaration of independence; guests, who only read, owe none. */
export const owesDeclaration = ({ role, isActive, hasDeclared }: DeclaringMember): boolean =>
  isActive && role !== 'guest' && !hasDeclared;
