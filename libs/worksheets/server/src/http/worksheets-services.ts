import type { AuditCommands, AuditQueries } from '@cotejo/audits-contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { CatalogueImports } from '../import/catalogue-imports.ts';
import type { ReviewNotesSources } from '../notes/review-notes-topic.ts';

/** What the doors of worksheets work with; the application makes it. */
export interface WorksheetsServices extends ReviewNotesSources {
  readonly audits: Pick<AuditQueries, 'item' | 'admit'> & Pick<AuditCommands, 'submit'>;
  readonly imports: CatalogueImports;
  /** Runner of the worksheets projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}

/** Nest token. */
export const WORKSHEETS_SERVICES = Symbol('WorksheetsServices');
