import type { Position, RecordedEvent } from '@cotejo/event-store';
import { describe, expect, it } from 'vitest';
import { altered, InventedLog, OTHER, STREAM } from './history.fixture.ts';
import { LogChecker } from './log-checker.ts';
import type { ViolationName } from './violation.ts';

async function namesOf(...pages: readonly (readonly RecordedEvent[])[]): Promise<ViolationName[]> {
  const log = new LogChecker();
  const names: ViolationName[] = [];
  for (const page of pages) names.push(...(await log.take(page)).map(({ name }) => name));
  return names;
}

describe('the checker of the log', () => {
  const { events } = InventedLog.ofTwoAudits();

  it('finds nothing in a good log, read whole or in pages', async () => {
    expect(await namesOf(events)).toEqual([]);
    expect(await namesOf(events.slice(0, 3), events.slice(3))).toEqual([]);
  });

  const without = (index: number) => events.toSpliced(index, 1);
  const corrupted: readonly (readonly [string, readonly RecordedEvent[], ViolationName])[] = [
    ['an event that was left out', without(2), 'version-gap'],
    ['the first event of a stream left out', without(0), 'version-gap'],
    ['an event stored a second time', [...events, events[5] as RecordedEvent], 'stored-twice'],
    ['a version given twice', altered(events, 4, { version: 1n }), 'version-repeated'],
    [
      'two events in the wrong order',
      altered(events, 4, { position: '2' as Position }),
      'position-not-ahead',
    ],
    ['contents changed afterwards', altered(events, 2, { data: { name: 'otra' } }), 'chain-broken'],
    [
      'a moment changed afterwards',
      altered(events, 2, { recordedAt: '2026-11-20T12:00:00.000001Z' }),
      'chain-broken',
    ],
    ['a link changed afterwards', altered(events, 2, { link: 'ab'.repeat(32) }), 'chain-broken'],
    [
      'a command that wrote in two places',
      altered(events, 4, { meta: { ...(events[4] as RecordedEvent).meta, command: 'command-0' } }),
      'command-split',
    ],
  ];
  it.each(corrupted)('names %s', async (_, log, name) => {
    expect(await namesOf(log)).toContain(name);
  });

  it('takes several events of one command in a row for one', async () => {
    const log = new InventedLog();
    for (let n = 0; n < 3; n++) log.write(STREAM, 'command');
    expect(await namesOf(log.events.slice(0, 1), log.events.slice(1))).toEqual([]);
  });

  it('compares the heads that the store tells with the last events', async () => {
    const log = new LogChecker();
    await log.take(events);
    const [head, other] = [log.headOf(STREAM), log.headOf(OTHER)];
    if (!head || !other) throw new Error('no heads');
    expect(log.compareHeads(new Map([[STREAM, head]]))).toEqual([]);
    const wrong = new Map([
      [STREAM, { ...head, version: 7n }],
      [OTHER, { ...other, link: head.link }],
    ]);
    expect(log.compareHeads(wrong).map(({ name }) => name)).toEqual(['head-differs', 'head-differs']);
  });
});
