import type { RecordedEvent } from '@cotejo/event-store';
import { describe, expect, it } from 'vitest';
import { checkSubscriber } from './check-subscriber.ts';
import { altered, InventedLog } from './history.fixture.ts';
import type { ViolationName } from './violation.ts';

describe('the checker of subscribers', () => {
  const { events } = InventedLog.ofTwoAudits();
  const namesOf = (seen: readonly RecordedEvent[], isWhole = true): ViolationName[] =>
    checkSubscriber('subscriber', events, seen, isWhole).map(({ name }) => name);

  it('accepts the log as it is, and a part of it from whoever is on the way', () => {
    expect(namesOf(events)).toEqual([]);
    expect(namesOf(events.slice(0, 4), false)).toEqual([]);
  });

  const [a, b, c, ...rest] = events as [RecordedEvent, RecordedEvent, RecordedEvent, ...RecordedEvent[]];
  const corrupted: readonly (readonly [string, readonly RecordedEvent[], ViolationName])[] = [
    ['an event left out', [a, c, ...rest], 'subscriber-gap'],
    ['the end left out', events.slice(0, 5), 'subscriber-gap'],
    ['everything left out', [], 'subscriber-gap'],
    ['an event twice in a row', [a, b, b, c, ...rest], 'subscriber-repeat'],
    ['a page given again', [a, b, c, a, b, c, ...rest], 'subscriber-repeat'],
    ['two events in the other order', [b, a, c, ...rest], 'subscriber-reordered'],
    ['an event that nobody stored', [a, { ...b, id: 'another' }, c, ...rest], 'subscriber-stranger'],
    ['an event with other contents', altered(events, 1, { link: 'ab'.repeat(32) }), 'subscriber-stranger'],
  ];
  it.each(corrupted)('names %s', (_, seen, name) => {
    expect(namesOf(seen)).toEqual([name]);
  });
});
