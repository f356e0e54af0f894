import {
  isAudit,
  levelOf,
  NO_CONCLUSION,
  type AuditConclusion,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { accept, refuse, type DecidedEvent } from '../model/decision.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';

type Intent<Kind extends KernelIntent['kind']> = Extract<KernelIntent, { kind: Kind }>;

/** Events that change what a signature covers, and the end of that signature. */
function withSignatureVoided({ signed }: AuditConclusion, event: DecidedEvent): Decision {
  if (signed === null) return accept(event);
  return accept(event, {
    type: 'ConclusionSignatureVoided',
    data: { by: signed.by, because: 'edited' },
  });
}

const mayConclude = (view: AuditView, may: boolean): Decision | null => {
  if (!may) return refuse('forbidden');
  return isAudit(view.recordType) ? null : refuse('audit_status_not_allowed', { status: view.status });
};

/** Chooses the overall rating from the audit's scale, or takes it away. */
export function rateAudit(
  view: AuditView,
  { rating: code, scale: offered }: Intent<'rate_audit'>,
  { can }: DecisionContext,
): Decision {
  const refused = mayConclude(view, can('plan.audit__rate'));
  if (refused) return refused;
  const conclusion = view.conclusion ?? NO_CONCLUSION;
  if (code === conclusion.rating) return accept();
  const scale = conclusion.scale ?? offered;
  const rating = levelOf({ scale, rating: code });
  if (code !== null && rating === null) return refuse('rating_not_in_scale');
  return withSignatureVoided(conclusion, {
    type: 'AuditRated',
    data: { rating, from: levelOf(conclusion), scale },
  });
}

/** Writes the conclusion; an empty text takes it away. */
export function concludeAudit(
  view: AuditView,
  { text }: Intent<'conclude_audit'>,
  { can, mode }: DecisionContext,
): Decision {
  const refused = mayConclude(view, can('plan.audit__rate'));
  if (refused) return refused;
  if (mode === 'optimistic') return accept();
  const conclusion = view.conclusion ?? NO_CONCLUSION;
  if (text === conclusion.text) return accept();
  return withSignatureVoided(conclusion, {
    type: 'AuditConcluded',
    data: { text, from: conclusion.text },
  });
}

/** Signs rating and conclusion at the version that the signer read; the signer must have prepared neither. */
export function signConclusion(
  view: AuditView,
  { seen }: Intent<'sign_conclusion'>,
  { can, mode, actor }: DecisionContext,
): Decision {
  const refused = mayConclude(view, can('plan.audit__conclude'));
  if (refused) return refused;
  if (mode === 'optimistic') return accept();
  const { rating, rated, text, written, signed, version } = view.conclusion ?? NO_CONCLUSION;
  if (signed !== null) return refuse('conclusion_signed');
  if (rating === null || text === '') return refuse('conclusion_incomplete');
  if (rated?.by === actor || written?.by === actor) return refuse('signer_is_preparer');
  if (version > seen) return refuse('conclusion_changed', { version });
  return accept({ type: 'ConclusionSigned', data: { seen } });
}

/** Takes one's own signature back. */
export function withdrawConclusionSignature(
  view: AuditView,
  { can, mode, actor }: DecisionContext,
): Decision {
  const refused = mayConclude(view, can('plan.audit__conclude'));
  if (refused) return refused;
  if (mode === 'optimistic') return accept();
  const { signed } = view.conclusion ?? NO_CONCLUSION;
  if (signed?.by !== actor) return refuse('not_signed');
  return accept({ type: 'ConclusionSignatureVoided', data: { by: signed.by, because: 'withdrawn' } });
}
