import { describe, expect, it } from 'vitest';
import { newEvents } from '../conformance/subject.ts';
import type { Expected, NewEvent } from '../port.ts';
import { prepareAppend } from '../validate.ts';
import { OwnWrites, AnsweredPositions } from './own-writes.ts';

const request = (expected: Expected, events: readonly NewEvent[] = newEvents(1), stream = 's') =>
  prepareAppend({ stream, expected, events });
const head = { version: 4n, link: 'ab'.repeat(32), recordedMicros: 1n };

describe('what a node knows of its own writes', () => {
  it.each<[Expected, boolean]>([
    [4n, true],
    ['any', true],
    ['exists', true],
    [3n, false],
    [5n, false],
    ['no-stream', false],
  ])('lets a request at %s follow on version 4: %s', (expected, follows) => {
    const own = new OwnWrites();
    own.note(request(3n), head, 10n);
    expect(own.headFor(request(expected))).toEqual(follows ? head : undefined);
  });

  it('knows nothing of other streams, nor of one that it has forgotten', () => {
    const own = new OwnWrites();
    expect(own.headFor(request('any'))).toBeUndefined();
    own.note(request(3n), head, 10n);
    expect(own.headFor(request('any', newEvents(1), 'other'))).toBeUndefined();
    own.forget('s');
    expect(own.headFor(request('any'))).toBeUndefined();
  });

  it('does not let its own events be written again', () => {
    const own = new OwnWrites();
    const events = newEvents(2);
    own.note(request(2n, events), head, 10n);
    expect(own.headFor(request(4n, [...newEvents(1), ...events.slice(1)]))).toBeUndefined();
  });

  it('waits for the index once it is far ahead of it', () => {
    const own = new OwnWrites();
    own.note(request(2n), head, 10n);
    own.note(request(3n, newEvents(2_000)), head, 20n);
    expect(own.headFor(request(4n))).toBeUndefined();
    own.indexed(9n);
    expect(own.headFor(request(4n))).toBeUndefined();
    own.indexed(10n);
    expect(own.headFor(request(4n))).toEqual(head);
  });
});

describe('a position that the server tells', () => {
  it('is believed after it was right three times, for one event and for several apart', () => {
    const told = new AnsweredPositions();
    for (let n = 0n; n < 3n; n++) {
      expect(told.believes(1)).toBe(false);
      told.compare(1, n, n);
    }
    expect([told.believes(1), told.believes(2)]).toEqual([true, false]);
  });

  it.each([[7n], [undefined]])('is never believed again after %s for 8', (answer) => {
    const told = new AnsweredPositions();
    for (let n = 0; n < 5; n++) told.compare(3, 8n, 8n);
    told.compare(3, answer, 8n);
    for (let n = 0; n < 5; n++) told.compare(3, 8n, 8n);
    expect(told.believes(3)).toBe(false);
  });
});
