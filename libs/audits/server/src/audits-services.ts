import type { NoteTallies } from '@cotejo/audits-contracts';
import type { TranslationBundle } from '@cotejo/i18n';
import type { ProjectionRunner } from '@cotejo/projections';
import type { CreateAuditServices } from './create/create-audit.ts';

/** What the handlers of audits work with; the application makes it. */
export interface AuditsServices extends CreateAuditServices {
  /** Runner of the audits projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  readonly notes: NoteTallies;
  /** Texts of every context whose changes the logs of audits hold. */
  readonly words: readonly TranslationBundle[];
}
