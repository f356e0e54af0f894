import type { AccountId } from '@cotejo/access-contracts';
import type { EvidenceIndex, NoteTallies, RatingScale, SealedTexts } from '@cotejo/audits-contracts';
import type { WorkLimiter } from '@cotejo/http/shares';
import type { TranslationBundle } from '@cotejo/i18n';
import type { ProjectionRunner } from '@cotejo/projections';
import type { OriginServices } from './carry/create-from-origin.ts';

/** Dependencies of the handlers of audits, provided by the application. */
export interface AuditsServices extends OriginServices {
  /** Runner of the audits projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  readonly notes: NoteTallies;
  readonly evidence: EvidenceIndex;
  readonly texts: SealedTexts;
  /** Scale of ratings of an account. */
  readonly ratings: (account: AccountId) => Promise<RatingScale>;
  /** Text catalogues of every context whose events appear in audits' change logs. */
  readonly words: readonly TranslationBundle[];
  /** Documents that this node writes at once. */
  readonly documents: WorkLimiter;
}
