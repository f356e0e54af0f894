import {
  cameTo,
  statusAfterBeginning,
  statusAfterEdit,
  type Decision,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { UserId } from '@cotejo/access-contracts';
import type { AuditErrorCode, AuditEvent, Rejection } from '@cotejo/audits-contracts';
import type { noteErrors, worksheetErrors } from '@cotejo/worksheets-contracts';

type WorksheetErrorCode = keyof (typeof worksheetErrors)['errors'] | keyof (typeof noteErrors)['errors'];

/**
 * Status change caused by an edit of a worksheet's content: work starts, and signatures are voided.
 * `authors`: the editors, if another actor submits the edit.
 */
export const edited = (node: TreeNode, authors: readonly UserId[] = []): readonly AuditEvent[] =>
  cameTo(node, statusAfterEdit(node) ?? statusAfterBeginning(node), 'edited', authors);

export const accept = (...events: readonly AuditEvent[]): Decision => ({ ok: true, events });

export const reject = (
  code: AuditErrorCode | WorksheetErrorCode,
  params?: Rejection['params'],
): Extract<Decision, { ok: false }> => ({ ok: false, rejection: params ? { code, params } : { code } });
