import { describe } from 'vitest';
import { specifyAppending } from './appending.ts';
import { specifyFollowing } from './following.ts';
import { specifyOrder } from './order.ts';
import { specifyPayload } from './payload.ts';
import { specifyRacing } from './racing.ts';
import { specifyReading } from './reading.ts';
import { specifyRepeating } from './repeating.ts';
import type { Subject } from './subject.ts';

/**
 * Defines the behaviour of an event store; run against every adapter. Numbers name behaviours. Those that need a
 * misbehaving network or database are specified beside the adapter concerned, and those of code on top of a store
 * beside that code:
 *
 * | behaviours | specified in |
 * |---|---|
 * | 1–10 | `appending.ts` |
 * | 11–15 | `racing.ts`; two nodes checked before either wrote: `postgres/overtaken.db.test.ts` |
 * | 16–19, 21 | `repeating.ts` |
 * | 20, 25, 26, 40–42 | `postgres/faults.db.test.ts`, `kurrent/kurrent-faults.db.test.ts` |
 * | 22–24 | `order.ts` |
 * | 27–30, 49, 50 | `reading.ts` |
 * | 31–35 | `payload.ts` |
 * | 36–39, 50 | `following.ts`; one reader for all followers of a node: `shared-tail.test.ts` |
 * | 43–45, 50 | `libs/platform/projections`: `projection-runner.db.test.ts`; over processes: `take-over.db.test.ts` |
 * | 46 | `libs/platform/projections`: `rebuild/rebuild-projection.db.test.ts` |
 * | 47 | `libs/platform/projections`: `rebuild/flip-under-load.db.test.ts` |
 * | 48 | `upcast.test.ts`; `libs/audits/server`: `room/stored-event.test.ts` |
 * | 49 | `libs/audits/server`: `room/audit-rooms.test.ts`, `history/audit-history.test.ts` |
 */
export function specifyEventStore(subject: Subject): void {
  // Generous, so that a loaded machine does not fail correct code.
  describe(`${subject.name} event store`, () => {
    describe('appending', () => {
      specifyAppending(subject);
    });
    describe('racing', () => {
      specifyRacing(subject);
    });
    describe('repeating', () => {
      specifyRepeating(subject);
    });
    describe('order', () => {
      specifyOrder(subject);
    });
    describe('reading', () => {
      specifyReading(subject);
    });
    describe('payload', () => {
      specifyPayload(subject);
    });
    describe('following', () => {
      specifyFollowing(subject);
    });
  });
}
