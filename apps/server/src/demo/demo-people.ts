import type { Role, UserType } from '@cotejo/access-contracts';

/** A fictional person of the demo account. */
export interface DemoPerson {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly position: string;
  readonly role: Role;
  readonly userType: UserType;
  /** Groups of product administrators, who see data of every account. */
  readonly groups?: readonly number[];
}

export const DEMO_ACCOUNT = 'Frailejón Alimentos S.A.S.';
/** Password of all demo users; the configuration says where the demo account is created. */
export const DEMO_PASSWORD = 'Cotejo-demo-2026';

export const demoPeople: readonly DemoPerson[] = [
  {
    username: 'claudia.restrepo',
    firstName: 'Claudia',
    lastName: 'Restrepo',
    position: 'Directora de auditoría interna',
    role: 'manager',
    userType: 'auditor',
  },
  {
    username: 'andres.murcia',
    firstName: 'Andrés',
    lastName: 'Murcia',
    position: 'Auditor líder',
    role: 'leader',
    userType: 'auditor',
  },
  {
    username: 'laura.pineda',
    firstName: 'Laura',
    lastName: 'Pineda',
    position: 'Auditora',
    role: 'auditor',
    userType: 'auditor',
  },
  {
    username: 'oscar.benitez',
    firstName: 'Óscar',
    lastName: 'Benítez',
    position: 'Auditor de TI',
    role: 'auditor',
    userType: 'auditor',
  },
  {
    username: 'hernan.duque',
    firstName: 'Hernán',
    lastName: 'Duque',
    position: 'Miembro del comité de auditoría',
    role: 'guest',
    userType: 'guest',
  },
  {
    username: 'marta.suarez',
    firstName: 'Marta',
    lastName: 'Suárez',
    position: 'Jefa de compras',
    role: 'owner',
    userType: 'owner',
  },
  {
    username: 'julian.ocampo',
    firstName: 'Julián',
    lastName: 'Ocampo',
    position: 'Tesorero',
    role: 'owner',
    userType: 'owner',
  },
  {
    username: 'diana.velez',
    firstName: 'Diana',
    lastName: 'Vélez',
    position: 'Oficial de cumplimiento',
    role: 'owner',
    userType: 'owner',
  },
  {
    username: 'felipe.rincon',
    firstName: 'Felipe',
    lastName: 'Rincón',
    position: 'Jefe de TI',
    role: 'owner',
    userType: 'owner',
  },
  {
    username: 'beatriz.cano',
    firstName: 'Beatriz',
    lastName: 'Cano',
    position: 'Administradora de la plataforma',
    role: 'admin',
    userType: 'it_administrator',
    groups: [2],
  },
];

/**
 * Demo users to create. In production without product administrators: the password is public, and the
 * installation may hold other accounts.
 */
export const demoPeopleOf = ({ production }: { readonly production: boolean }): readonly DemoPerson[] =>
  production ? demoPeople.filter(({ groups }) => groups === undefined) : demoPeople;
