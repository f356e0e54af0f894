import { describe, expect, it } from 'vitest';
import { EventStoreError } from '../port.ts';
import { isMissingStream, mapKurrentError } from './map-error.ts';

const raw = (code: number, message: string) => Object.assign(new Error(message), { code });
const typed = (type: string, more: object = {}) => Object.assign(new Error(type), { type, ...more });

describe('what errors of the KurrentDB client mean', () => {
  it.each([
    [
      'no longer at the expected version',
      typed('wrong-expected-version', { actualState: 7n }),
      'conflict',
      7n,
    ],
    ['no stream there', typed('wrong-expected-version', { actualState: 'no_stream' }), 'conflict', -1n],
    ['an append over the limit', typed('maximum-append-size-exceeded'), 'too-large', undefined],
    [
      'an event over the limit, unknown to the client',
      typed('unknown', { message: 'Could not recognize MaximumAppendEventSizeExceeded' }),
      'too-large',
      undefined,
    ],
    [
      'the same in the older call',
      raw(3, 'Event with Id: x, Size: 9, exceeds Maximum Append Event Size of 8.'),
      'too-large',
      undefined,
    ],
    [
      'a message too long for gRPC',
      raw(8, 'Received message larger than max (5 vs. 4)'),
      'too-large',
      undefined,
    ],
    [
      'a refused connection while appending',
      raw(14, 'No connection established. ECONNREFUSED'),
      'transient',
      undefined,
    ],
    ['a refused connection while reading', typed('unavailable'), 'transient', undefined],
    [
      'a server too busy',
      typed('unknown', { message: 'Could not recognize Server Is Busy' }),
      'transient',
      undefined,
    ],
    ['the time being over', typed('deadline-exceeded', { code: 4 }), 'transient', undefined],
    ['a server that gave the commit up', typed('timeout', { code: 10 }), 'transient', undefined],
    ['a call cut off', typed('cancelled', { code: 1 }), 'transient', undefined],
    [
      'a node that is not the leader',
      typed('not-leader', { leader: { address: 'b', port: 1 } }),
      'transient',
      undefined,
    ],
    ['a cluster without a leader', raw(2, 'No leader info available in response'), 'transient', undefined],
    [
      'a cluster that cannot be found',
      new Error('Failed to discover after 10 attempts.'),
      'transient',
      undefined,
    ],
    ['a broken stream', raw(13, 'Received RST_STREAM with code 2'), 'transient', undefined],
    ['something that is no error', 'what?', 'transient', undefined],
    ['missing rights', typed('access-denied', { code: 7 }), 'fatal', undefined],
    ['missing rights, raw', raw(7, 'Access Denied'), 'fatal', undefined],
    ['a wrong password', raw(16, 'Unauthenticated'), 'fatal', undefined],
    ['a stream deleted behind our back', typed('stream-deleted'), 'fatal', undefined],
    ['a tombstone', typed('stream-tombstoned'), 'fatal', undefined],
    ['a server without the call', raw(12, 'Unimplemented'), 'fatal', undefined],
    ['an argument that is none', typed('invalid-argument'), 'invalid', undefined],
  ])('%s', (_, error, kind, actual) => {
    const mapped = mapKurrentError(error);
    expect([mapped.kind, mapped.details.actual]).toEqual([kind, actual]);
  });

  it('leaves what is mapped already as it is', () => {
    const error = new EventStoreError('closed', 'closed');
    expect(mapKurrentError(error)).toBe(error);
  });

  it('names the right that is missing', () => {
    expect(mapKurrentError(typed('access-denied')).message).toContain('$all');
  });

  it('tells a stream without events from everything else', () => {
    expect(isMissingStream(typed('stream-not-found'))).toBe(true);
    expect(isMissingStream(raw(14, 'stream-not-found'))).toBe(false);
    expect(isMissingStream(undefined)).toBe(false);
  });
});
