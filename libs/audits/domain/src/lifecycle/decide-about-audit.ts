import type { KernelIntent } from '@cotejo/audits-contracts';
import {
  concludeAudit,
  rateAudit,
  signConclusion,
  withdrawConclusionSignature,
} from '../conclusion/conclude-audit.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { changeAuditStatus } from './change-audit-status.ts';
import type { OpenNotes } from './pre-close-check.ts';
import { deleteAudit, purgeAudit, restoreAudit } from './remove-audit.ts';
import { scheduleAudit } from './schedule-audit.ts';

const ABOUT_AUDIT = [
  'rate_audit',
  'conclude_audit',
  'sign_conclusion',
  'withdraw_conclusion_signature',
  'delete_audit',
  'restore_audit',
  'purge_audit',
  'schedule_audit',
  'change_audit_status',
] as const satisfies readonly KernelIntent['kind'][];

/** An intent about the audit itself, as opposed to its items and team. */
type AboutAudit = Extract<KernelIntent, { kind: (typeof ABOUT_AUDIT)[number] }>;

/** Whether an intent is about the audit itself. */
export const isAboutAudit = (intent: KernelIntent): intent is AboutAudit =>
  (ABOUT_AUDIT as readonly string[]).includes(intent.kind);

/** Decides an intent about the audit itself. */
export function decideAboutAudit(
  view: AuditView,
  intent: AboutAudit,
  notes: () => OpenNotes,
  context: DecisionContext,
): Decision {
  switch (intent.kind) {
    case 'rate_audit':
      return rateAudit(view, intent, context);
    case 'conclude_audit':
      return concludeAudit(view, intent, context);
    case 'sign_conclusion':
      return signConclusion(view, intent, context);
    case 'withdraw_conclusion_signature':
      return withdrawConclusionSignature(view, context);
    case 'delete_audit':
      return deleteAudit(view, intent, context);
    case 'restore_audit':
      return restoreAudit(view, context);
    case 'purge_audit':
      return purgeAudit(view, context);
    case 'schedule_audit':
      return scheduleAudit(view, intent, context);
    case 'change_audit_status':
      return changeAuditStatus(view, intent, notes, context);
  }
}
