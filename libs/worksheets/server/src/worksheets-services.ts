import type { AuditCommands, AuditQueries } from '@cotejo/audits-contracts';
import type { FileStore } from '@cotejo/files/server';
import type { ProjectionRunner } from '@cotejo/projections';
import type { CatalogueImports } from './import/catalogue-imports.ts';
import type { SeenMentions } from './mentions/mentions-topic.ts';
import type { MentionSources } from './mentions/read-mentions.ts';
import type { ReviewNotesSources } from './notes/review-notes-topic.ts';
import type { WorksheetTexts } from './texts/worksheet-texts.ts';

/** Services of the worksheets' handlers, created by the application. */
export interface WorksheetsServices extends ReviewNotesSources, MentionSources {
  readonly audits: Pick<AuditQueries, 'item' | 'ownPlan' | 'admit' | 'hold' | 'openPlaces'> &
    Pick<AuditCommands, 'submit'>;
  readonly clock: () => Date;
  readonly seenMentions: SeenMentions;
  readonly imports: CatalogueImports;
  readonly texts: Pick<WorksheetTexts, 'writeAs'>;
  readonly files: FileStore;
  /** Runner of the worksheets projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}
