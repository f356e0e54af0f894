import type { UserId } from '@cotejo/access-contracts';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { isStanding } from './attachment-lines.ts';

/** What may be done with an attachment besides reading it. */
export type AttachmentAct = 'replace' | 'complete' | 'review' | 'remove' | 'restore';

export interface Attacher {
  readonly me: UserId;
  /** Whether files of the worksheet may be added and removed by this person, as things stand. */
  readonly mayEdit: boolean;
  readonly mayComplete: boolean;
  readonly mayReview: boolean;
}

/** The acts that the server would take, in the order in which a menu offers them. It has the last word. */
export function attachmentActs(file: AttachmentView, actor: Attacher): readonly AttachmentAct[] {
  const { me, mayEdit, mayComplete, mayReview } = actor;
  if (file.eliminado) return mayEdit ? ['restore'] : [];
  if (!isStanding(file)) return [];
  const { completado, revisado } = file.firmas;
  const signed = (people: AttachmentView['firmas']['completado']) => people.some(({ id }) => id === me);
  // Nobody reviews what they attached or completed themselves.
  const isPreparer = file.created_by.id === me || signed(completado);
  const acts: readonly (readonly [AttachmentAct, boolean])[] = [
    ['replace', mayEdit],
    ['complete', mayComplete && !signed(completado)],
    ['review', mayReview && !signed(revisado) && !isPreparer],
    ['remove', mayEdit && completado.length + revisado.length === 0],
  ];
  return acts.flatMap(([act, may]) => (may ? [act] : []));
}
