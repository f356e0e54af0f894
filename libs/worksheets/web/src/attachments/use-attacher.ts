import { useCallback } from 'react';
import type { AttachmentId, AttachmentIntent } from '@cotejo/worksheets-contracts';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import type { Attacher } from './attachment-acts.ts';

/** Placeholder attachment for local rules: the id matters only to the server. */
const SOME = '00000000-0000-4000-8000-000000000000' as AttachmentId;

/** Current rights of this user on the worksheet's files. */
export function useAttacher(): Attacher {
  const { session, itemId } = useWorksheetHost();
  const [mayEdit, mayComplete, mayReview] = useOfAudit(
    useCallback(() => {
      const may = (intent: AttachmentIntent) =>
        session.mode === 'edit' && session.judge(intent) === null ? '1' : '0';
      const about = { id: itemId, attachment: SOME };
      return (
        may({ kind: 'remove_attachment', ...about }) +
        may({ kind: 'sign_attachment', ...about, mark: 'completed' }) +
        may({ kind: 'sign_attachment', ...about, mark: 'reviewed' })
      );
    }, [session, itemId]),
  );
  return {
    me: session.me,
    mayEdit: mayEdit === '1',
    mayComplete: mayComplete === '1',
    mayReview: mayReview === '1',
  };
}
