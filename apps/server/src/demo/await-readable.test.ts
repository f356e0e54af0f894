import { createMemoryEventStore } from '@cotejo/event-store/memory';
import type { StreamFilter } from '@cotejo/event-store';
import { expect, it } from 'vitest';
import { awaitReadable } from './await-readable.ts';

it('waits in each projection for the last event that it reads of each stream', async () => {
  const store = createMemoryEventStore();
  const meta = { actor: 'system:test', at: '2026-01-01T00:00:00.000Z' };
  for (const [stream, types] of [
    ['audit-1', ['Created', 'Noted', 'Closed']],
    ['audit-2', ['Created']],
    ['other-1', ['Created']],
  ] as const) {
    const events = types.map((type) => ({ id: crypto.randomUUID(), type, schemaVersion: 1, data: {}, meta }));
    await store.append({ stream, expected: 'no-stream', events });
  }
  const waited: string[] = [];
  const reader = (name: string, filter: StreamFilter) => ({
    projector: { filter },
    async waitFor(stream: string, version: bigint | number): Promise<boolean> {
      // All readers are queried, even after a false answer.
      await Promise.resolve();
      waited.push(`${name} ${stream} ${version}`);
      return false;
    },
  });
  const readers = [
    reader('audits', { streamPrefixes: ['audit-'] }),
    reader('notes', { streamPrefixes: ['audit-'], types: ['Noted'] }),
    reader('all', {}),
  ];
  await awaitReadable(store, readers, ['audit-1', 'audit-2', 'other-1', 'audit-3']);
  expect(new Set(waited)).toEqual(
    new Set([
      'audits audit-1 2',
      'notes audit-1 1',
      'all audit-1 2',
      'audits audit-2 0',
      'all audit-2 0',
      'all other-1 0',
    ]),
  );
});
