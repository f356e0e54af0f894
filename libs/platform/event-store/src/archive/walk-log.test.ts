import { describe, expect, it, onTestFinished } from 'vitest';
import { newEvent, newEvents } from '../conformance/subject.ts';
import type { JsonObject } from '../port.ts';
import { memorySubject, wholeLog } from './archive-subject.fixture.ts';
import type { ArchivedEvent } from './log-archive.ts';
import type { LogFault } from './log-fault.ts';
import { PURGE_EVENT, PURGE_STREAM } from './purge-record.ts';
import { LogWalk } from './walk-log.ts';

/** A log whose stream `box` was purged, with its purge record altered by `record`. */
async function purged(record: (truth: JsonObject) => JsonObject): Promise<readonly ArchivedEvent[]> {
  const { store, archive, drop } = await memorySubject.create();
  onTestFinished(drop);
  const { link } = await store.append({ stream: 'box', expected: 'no-stream', events: newEvents(3) });
  const data = record({ stream: 'box', version: 2, link, reason: 'end of retention' });
  await store.append({
    stream: PURGE_STREAM,
    expected: 'no-stream',
    events: [newEvent(data, { type: PURGE_EVENT })],
  });
  return (await wholeLog(archive)).map((event): ArchivedEvent => {
    if (event.stream !== 'box') return event;
    const { stream, version, position, recordedAt, contentHash, link: own } = event;
    return { withheld: true, stream, version, position, recordedAt, contentHash, link: own };
  });
}

function faultOf(events: readonly ArchivedEvent[]): LogFault | null {
  const walk = new LogWalk({ storeId: null, trustedKeys: null });
  for (const event of events) {
    const fault = walk.take(event);
    if (fault) return fault;
  }
  return walk.finish();
}

describe('a stream whose content was taken away', () => {
  it('is whole with the record of its purge', async () => {
    expect(faultOf(await purged((truth) => truth))).toBeNull();
  });

  it.each<[string, (truth: JsonObject) => JsonObject, LogFault['reason'], string]>([
    ['names another version', (truth) => ({ ...truth, version: 1 }), 'purge_differs', PURGE_STREAM],
    ['names another link', (truth) => ({ ...truth, link: '0'.repeat(64) }), 'purge_differs', PURGE_STREAM],
    ['is of another stream', (truth) => ({ ...truth, stream: 'other' }), 'withheld_unrecorded', 'box'],
    ['gives no reason', (truth) => ({ ...truth, reason: '' }), 'withheld_unrecorded', 'box'],
  ])('is a fault when the record %s', async (_, record, reason, stream) => {
    expect(faultOf(await purged(record))).toMatchObject({ reason, stream });
  });
});
