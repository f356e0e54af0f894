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
 * What an edit of a worksheet's content makes of its status: work begins, and signatures under it fall. `authors`:
 * whose edit it was, where somebody else brings it in.
 */
export const edited = (node: TreeNode, authors: readonly UserId[] = []): readonly AuditEvent[] =>
  cameTo(node, statusAfterEdit(node) ?? statusAfterBeginning(node), 'edited', authors);

export const accept = (...events: readonly AuditEvent[]): Decision => ({ ok: true, events });

export const reject = (
  code: AuditErrorCode | WorksheetErrorCode,
  params?: Rejection['params'],
): Extract<Decision, { ok: false }> => ({ ok: false, rejection: params ? { code, params } : { code } });
