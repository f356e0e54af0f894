import type { Handlers } from '@cotejo/http/server';
import type { Asker } from '@cotejo/record/server';
import type { companyCalls, CompanyRow, OrgUnit } from '@cotejo/structure-contracts';
import { structureTree, type StructureNode } from '@cotejo/structure-domain';
import type { DataSource } from 'typeorm';
import { presentRows } from './present-rows.ts';
import { orgUnits } from './records.ts';

const named = ({ unit: { id, code, name } }: StructureNode<OrgUnit>) => ({ id, codigo: code, nombre: name });

/** The structure of an account, as one tree. */
export async function readCompanies(db: DataSource, account: string): Promise<CompanyRow[]> {
  const units = await presentRows<OrgUnit>(db, orgUnits, account);
  return structureTree(units).map((company) => ({
    ...named(company),
    unidades_negocio: company.children.map((unit) => ({
      ...named(unit),
      procesos: unit.children.map(named),
    })),
  }));
}

export const companyHandlers = ({
  db,
}: {
  readonly db: DataSource;
}): Handlers<typeof companyCalls, Asker> => ({
  companies: ({ principal }) => readCompanies(db, principal.accountId),
});
