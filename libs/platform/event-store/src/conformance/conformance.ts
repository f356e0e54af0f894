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
 * The definition of an event store, run against every adapter. Numbers name behaviours; those that need a
 * network or a database to misbehave (20, 25, 26, 40, 41, 42) are specified beside the adapters that
 * have one.
 */
export function specifyEventStore(subject: Subject): void {
  // Generous: a loaded machine must not fail what is right.
  describe(`${subject.name} event store`, { timeout: 60_000 }, () => {
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
