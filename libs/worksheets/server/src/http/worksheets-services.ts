import type { AuditQueries } from '@cotejo/audits-contracts';
import type { DataSource } from 'typeorm';
import type { CatalogueImports } from '../import/catalogue-imports.ts';
import type { TextVault } from '../texts/text-vault.ts';

/** What the doors of worksheets work with; the application makes it. */
export interface WorksheetsServices {
  readonly audits: Pick<AuditQueries, 'item'>;
  readonly db: Pick<DataSource, 'query'>;
  readonly vault: TextVault;
  readonly imports: CatalogueImports;
}

/** Nest token. */
export const WORKSHEETS_SERVICES = Symbol('WorksheetsServices');
