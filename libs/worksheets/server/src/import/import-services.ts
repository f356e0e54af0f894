import type { AccessDirectory } from '@cotejo/access-contracts';
import type { AuditCommands, AuditQueries } from '@cotejo/audits-contracts';
import type { CatalogueReader } from './catalogue-reader.ts';

/** Log of imports; compatible with pino. */
export interface ImportLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Services that imports use. */
export interface ImportServices {
  readonly audits: AuditCommands & Pick<AuditQueries, 'readable'>;
  readonly directory: AccessDirectory;
  readonly clock: () => Date;
  readonly log: ImportLog;
  readonly reader: Pick<CatalogueReader, 'read' | 'close'>;
}
