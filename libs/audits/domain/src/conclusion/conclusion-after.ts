import type { UserId } from '@cotejo/access-contracts';
import type { AuditConclusion, StoredAuditEvent } from '@cotejo/audits-contracts';
import type { DecidedEvent } from '../model/decision.ts';

/** Events of an audit's rating and conclusion. */
export type ConclusionEvent = Extract<
  DecidedEvent,
  { type: 'AuditRated' | 'AuditConcluded' | 'ConclusionSigned' | 'ConclusionSignatureVoided' }
>;

/** An audit's rating and conclusion after an event; the read models use it too. */
export function conclusionAfter(
  before: AuditConclusion,
  event: ConclusionEvent,
  { actor, at, version }: Pick<StoredAuditEvent, 'actor' | 'at' | 'version'>,
): AuditConclusion {
  const act = { by: actor as UserId, at };
  switch (event.type) {
    case 'AuditRated': {
      const { rating, scale } = event.data;
      // Without a rating, the next one is chosen from the account's scale of that day.
      if (rating === null) return { ...before, scale: null, rating: null, rated: null, version };
      return { ...before, scale, rating: rating.code, rated: act, version };
    }
    case 'AuditConcluded': {
      const { text } = event.data;
      return { ...before, text, written: text === '' ? null : act, version };
    }
    case 'ConclusionSigned':
      return { ...before, signed: act };
    case 'ConclusionSignatureVoided':
      return { ...before, signed: null };
  }
}
