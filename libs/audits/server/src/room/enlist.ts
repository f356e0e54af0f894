import { auditCan, type AuditState } from '@cotejo/audits-domain';
import type { RoomContext } from './room-settings.ts';
import { principalOf, type Submission, type Waiting } from './intents/submission.ts';

/** Queue entry of a submission; null once its session ended. */
export function enlist(
  submission: Submission,
  state: AuditState,
  { model, directory }: Pick<RoomContext, 'model' | 'directory'>,
): Waiting | null {
  const principal = submission.principal();
  if (!principal) return null;
  const { refusal } = submission;
  const waiting: Waiting = {
    commandId: submission.commandId,
    intentHash: submission.intentHash,
    envelope: model.modern(submission.envelope),
    actor: principal.userId,
    account: principal.accountId,
    can: (view) => {
      const { team, status, closedOn, removal } = view;
      const { createdBy, recordType } = state;
      const audit = { team, status, closedOn, removal, createdBy, recordType };
      return auditCan(principalOf(waiting) ?? principal, audit);
    },
    isPerson: (user) => directory.person(principal.accountId, user) !== null,
    person: (user) => directory.principalOf(principal.accountId, user),
    isSealed: refusal !== undefined,
    isAsked: refusal !== undefined,
    guard: refusal ? () => refusal : submission.guard,
    first: submission,
    askers: [submission],
  };
  return waiting;
}
