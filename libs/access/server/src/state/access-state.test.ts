import { randomUUID } from 'node:crypto';
import {
  accountStream,
  userStream,
  type AccessChange,
  type AccessEvent,
  type AccountId,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
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

describe('what the log says of a person', () => {
  const account = randomUUID() as AccountId;
  const [ana, session] = [randomUUID() as UserId, randomUUID() as SessionId];
  const because = { code: 'security', note: null } as const;

  it('is told to whoever keeps sockets, and takes their rights away at once', async () => {
    const store = createMemoryEventStore();
    const warnings: string[] = [];
    const state = new AccessState({
      store,
      now,
      people: { people: async () => [], accounts: async () => [] },
      log: { warn: (_, message) => void warnings.push(message) },
    });
    const [ended, changes]: [string[], AccessChange[]] = [[], []];
    state.onSessionEnded((id) => void ended.push(id));
    state.onAccessChanged(() => {
      throw new Error('a listener that fails');
    });
    state.onAccessChanged((change) => void changes.push(change));
    await state.start();
    const say = async (stream: string, event: AccessEvent): Promise<void> => {
      const by = { actor: 'system:test', account, now: now() };
      await store.append({ stream, expected: 'any', events: [accessEventToAppend(event, by)] });
      await state.settle();
    };
    await say(accountStream(account), {
      type: 'AccountOpened',
      data: { account, edition: 'firm', demo: false },
    });
    expect(state.timeZone(account)).toBe('America/Bogota');
    const zone = { account, because, key: 'time_zone', value: 'Europe/Madrid' };
    await say(accountStream(account), { type: 'PublicSettingSet', data: zone });
    expect(state.timeZone(account)).toBe('Europe/Madrid');
    const person = { role: 'auditor', userType: 'auditor', isSuperuser: false, groups: [] } as const;
    await say(userStream(ana), {
      type: 'UserRegistered',
      data: { user: ana, account, ...person, groups: [...person.groups] },
    });
    const expiresAt = '2026-03-02T20:00:00.000Z';
    await say(userStream(ana), { type: 'SignedIn', data: { user: ana, session, expiresAt } });
    changes.length = 0;

    await say(accountStream(account), {
      type: 'RoleMatrixSet',
      data: { account, because, role: 'auditor', permissions: { 'audits.list': 1 } },
    });
    expect(changes).toEqual([{ account, user: null, sessions: [session] }]);
    expect(state.principalOfSession(session)?.permissions).toEqual({ 'audits.list': 1 });
    expect(ended).toEqual([]);

    await say(userStream(ana), { type: 'UserLocked', data: { user: ana, because } });
    expect(ended).toEqual([session]);
    expect(state.principalOfSession(session)).toBeNull();
    expect(state.principalOf(account, ana)).toBeNull();
    expect(warnings.length).toBeGreaterThan(0);
    await state.stop();
    await store.close();
  });
});
