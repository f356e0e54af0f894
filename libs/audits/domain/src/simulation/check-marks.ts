import type { ItemId, Signature, StoredAuditEvent } from '@cotejo/audits-contracts';
import type { AuditState } from '../model/audit-state.ts';
import { contentHashOf } from '../signatures/signed-content.ts';
import { holds } from './canonical.ts';

/** Events that add or remove signatures. */
const ABOUT_MARKS: ReadonlySet<string> = new Set(['ItemStatusChanged', 'ItemSigned', 'SignaturesVoided']);

interface Mark {
  readonly mark: string;
  readonly by: string;
}
const keyOf = ({ mark, by }: Mark): string => `${mark} ${by}`;
const voidedBy = ({ data }: StoredAuditEvent): readonly Mark[] => data['voided'] as readonly Mark[];

/** Tracks signatures from the events alone, independently of the items' folded state. */
export class MarksWatch {
  private readonly preparers = new Map<string, Set<string>>();
  private readonly reviewers = new Map<string, string>();

  beforeFold(event: StoredAuditEvent): void {
    const { actor, type, data } = event;
    const id = data['id'] as string;
    if (type === 'SignaturesVoided') this.noteVoided(id, event);
    else if (type === 'ItemSigned') {
      if (data['mark'] === 'completed') this.preparersOf(id).add(actor);
      else holds(!this.preparersOf(id).has(actor), 'nobody reviews what they completed');
    } else if (type === 'ItemStatusChanged') this.noteStatus(id, event);
  }

  /** A signature event changed exactly the signer's mark, and its hash covers the present content. */
  afterFold(state: AuditState, { type, data, actor }: StoredAuditEvent): void {
    if (!ABOUT_MARKS.has(type)) return;
    const id = data['id'] as string;
    const node = state.get(id as ItemId);
    const preparers = [...(this.preparers.get(id) ?? [])];
    holds((node?.completedBy ?? null) === (preparers[0] ?? null), 'work is signed by whoever completed it');
    const marks = (node?.signatures ?? []).filter(({ mark }) => mark === 'completed').map(({ by }) => by);
    holds(marks.toSorted().join() === preparers.toSorted().join(), 'marks are of those who put them');
    if (type !== 'ItemSigned') return;
    const isSettled = node?.status === 'completed' || node?.status === 'reviewed';
    const signed = node?.signatures?.find(({ by, mark }) => by === actor && mark === data['mark']);
    holds(isSettled && signed?.content === contentHashOf(node, []), 'a signature covers what is there');
  }

  /**
   * Check that runs before a commit is folded; the returned function runs after it: lost marks are listed in
   * the event one by one, and the hashes of the remaining ones match the present content.
   */
  checkVoided(state: AuditState, events: readonly StoredAuditEvent[]): () => void {
    const ids = [...new Set(events.map(({ data }) => data['id'] as ItemId))];
    const marksOf = (id: ItemId): readonly Signature[] => state.get(id)?.signatures ?? [];
    const before = new Map(ids.map((id) => [id, marksOf(id).map(keyOf)]));
    return () => {
      for (const id of ids) {
        const about = events.filter(({ data }) => data['id'] === id);
        const voided = about.filter(({ type }) => type === 'SignaturesVoided');
        const told = new Set(voided.flatMap(voidedBy).map(keyOf));
        const after = new Set(marksOf(id).map(keyOf));
        const were = before.get(id) ?? [];
        const put = about
          .filter(({ type }) => type === 'ItemSigned')
          .map(({ data, actor }) => `${String(data['mark'])} ${actor}`);
        if (state.get(id))
          holds(
            were.every((key) => after.has(key) || told.has(key)),
            'whose marks fell is told',
          );
        holds(
          [...told].every((key) => were.includes(key) || put.includes(key)),
          'nobody is told that a mark fell which was not theirs',
        );
        this.checkCovered(state, id);
      }
    };
  }

  private checkCovered(state: AuditState, id: ItemId): void {
    const node = state.get(id);
    for (const { content } of node?.signatures ?? [])
      holds(
        content === undefined || (node !== undefined && contentHashOf(node, []) === content),
        'no signature outlives what is under it',
      );
  }

  private noteVoided(id: string, event: StoredAuditEvent): void {
    const { actor, data } = event;
    const voided = voidedBy(event);
    if (data['because'] === 'withdrawn') {
      const isOwn = ({ by }: Mark): boolean => by === actor;
      // When the last completion mark is withdrawn, the reviews of it are voided too.
      const takesWork = voided.some((one) => isOwn(one) && one.mark === 'completed');
      holds(
        voided.some(isOwn) && voided.every((one) => isOwn(one) || (takesWork && one.mark === 'reviewed')),
        'nobody takes the mark of another back',
      );
    }
    for (const { mark, by } of voided) if (mark === 'completed') this.preparers.get(id)?.delete(by);
  }

  private noteStatus(id: string, { actor, data: { from, to } }: StoredAuditEvent): void {
    if (to === 'completed') {
      if (from !== 'review_note' && from !== 'reviewed') this.preparers.set(id, new Set([actor]));
    } else if (to === 'in_progress' || to === 'not_discussed') this.preparers.delete(id);
    else if (to === 'reviewed') {
      holds(!this.preparersOf(id).has(actor), 'nobody reviews what they completed');
      if (from === 'completed') this.reviewers.set(id, actor);
      else holds(this.reviewers.get(id) === actor, 'a review is signed by whoever reviewed');
    }
  }

  private preparersOf(id: string): Set<string> {
    const known = this.preparers.get(id) ?? new Set();
    this.preparers.set(id, known);
    return known;
  }
}
