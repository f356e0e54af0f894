import type { UserId } from '@cotejo/access-contracts';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { isStanding } from './attachment-lines.ts';

/** Acts on an attachment besides reading it. */
export type AttachmentAct = 'replace' | 'complete' | 'review' | 'remove' | 'restore';

export interface Attacher {
  readonly me: UserId;
  /** Whether this user may currently add and remove files of the worksheet. */
  readonly mayEdit: boolean;
  readonly mayComplete: boolean;
  readonly mayReview: boolean;
}

/** Acts that the server would accept, in menu order. The server decides. */
export function attachmentActs(file: AttachmentView, actor: Attacher): readonly AttachmentAct[] {
  const { me, mayEdit, mayComplete, mayReview } = actor;
  if (file.eliminado) return mayEdit ? ['restore'] : [];
  if (!isStanding(file)) return [];
  const { completado, revisado } = file.firmas;
  const signed = (people: AttachmentView['firmas']['completado']) => people.some(({ id }) => id === me);
  // Uploaders and completers may not review.
  const isPreparer = file.created_by.id === me || signed(completado);
  const acts: readonly (readonly [AttachmentAct, boolean])[] = [
    ['replace', mayEdit],
    ['complete', mayComplete && !signed(completado)],
    ['review', mayReview && !signed(revisado) && !isPreparer],
    ['remove', mayEdit && completado.length + revisado.length === 0],
  ];
  return acts.flatMap(([act, may]) => (may ? [act] : []));
}
