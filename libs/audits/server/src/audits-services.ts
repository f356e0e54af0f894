import type { NoteTallies, SealedTexts } from '@cotejo/audits-contracts';
import type { Turns } from '@cotejo/http/shares';
import type { TranslationBundle } from '@cotejo/i18n';
import type { ProjectionRunner } from '@cotejo/projections';
import type { CreateAuditServices } from './create/create-audit.ts';

/** Dependencies of the handlers of audits, provided by the application. */
export interface AuditsServices extends CreateAuditServices {
  /** Runner of the audits projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  readonly notes: NoteTallies;
  readonly texts: SealedTexts;
  /** Text catalogues of every context whose events appear in audits' change logs. */
  readonly words: readonly TranslationBundle[];
  /** Documents that this node writes at once. */
  readonly documents: Turns;
}
