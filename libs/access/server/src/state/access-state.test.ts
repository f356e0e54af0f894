import { randomUUID } from 'node:crypto';
import { accountStream, type AccountId } from '@cotejo/access-contracts';
import type { NewEvent } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { describe, expect, it } from 'vitest';
import { accessEventToAppend } from '../people/access-event-to-append.ts';
import { AccessState } from './access-state.ts';

const now = () => new Date('2026-03-02T08:00:00Z');

describe('access on a node of the release before', () => {
  it('is not ready any more once the log says what it cannot read, and passes nothing over', async () => {
    const store = createMemoryEventStore();
    const told: string[] = [];
    const state = new AccessState({
      store,
      now,
      people: { people: async () => [], accounts: async () => [] },
      log: { warn: (_, message) => void told.push(message) },
    });
    await state.start();
    expect(state.running).toBe(true);

    const open = async (change: Partial<NewEvent> = {}): Promise<AccountId> => {
      const account = randomUUID() as AccountId;
      const event = accessEventToAppend(
        { type: 'AccountOpened', data: { account, edition: 'firm', demo: false } },
        { actor: 'system:test', account, now: now() },
      );
      await store.append({
        stream: accountStream(account),
        expected: 'no-stream',
        events: [{ ...event, ...change }],
      });
      return account;
    };
    const first = await open();
    await expect.poll(() => state.accounts).toEqual([first]);
    await open({ schemaVersion: 2 });
    await expect.poll(() => state.running).toBe(false);
    await open();
    await expect.poll(() => told.length).toBeGreaterThan(0);
    expect(state.accounts).toEqual([first]);
    await state.stop();
    await store.close();
  });
});
