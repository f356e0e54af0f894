import type { Role, UserType } from '@cotejo/access-contracts';

/** The account beside the insider's: who works there, and with which password. */
export const NEIGHBOUR_PASSWORD = 'siete-faros-junto-al-mar';

interface Neighbour {
  readonly username: string;
  readonly firstName: string;
  readonly role: Role;
  readonly userType: UserType;
}

export const NEIGHBOURS: readonly Neighbour[] = [
  { username: 'nora.vecina', firstName: 'Nora', role: 'manager', userType: 'auditor' },
  { username: 'lucas.vecino', firstName: 'Lucas', role: 'leader', userType: 'auditor' },
];

/** Variable in which a node is told the word that stands in every name of the account, and nowhere else. */
export const WORD_VARIABLE = 'ATTACK_NEIGHBOUR_WORD';
