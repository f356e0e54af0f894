import { randomUUID } from 'node:crypto';
import type { EventStore, JsonObject } from '@cotejo/event-store';
import {
  createLogSigner,
  newSigningKey,
  SEAL_EVENT,
  SEAL_STREAM,
  signSeal,
} from '@cotejo/event-store/archive';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSeal } from './read-seal.ts';

const AT = '2026-11-20T05:00:00.000Z';
const signer = createLogSigner(newSigningKey());
let store: EventStore;
beforeEach(() => void (store = createMemoryEventStore()));

const seal = (events: number) =>
  signSeal(
    {
      format: 1,
      storeId: 'store',
      incarnation: 'first',
      position: '9',
      events,
      streams: 3,
      root: 'a'.repeat(64),
      order: 'b'.repeat(64),
      previous: null,
      at: AT,
    },
    signer,
  );

const put = (data: JsonObject) =>
  store.append({
    stream: SEAL_STREAM,
    expected: 'any',
    events: [
      { id: randomUUID(), type: SEAL_EVENT, schemaVersion: 1, data, meta: { actor: 'system:test', at: AT } },
    ],
  });

describe('the last seal', () => {
  it('is none on a log that nobody sealed', async () => {
    expect(await readSeal(store)).toBeNull();
  });

  it('is the newest, with the fingerprint of its key', async () => {
    await put({ ...seal(7) });
    await put({ ...seal(9) });
    const expected = { state: 'genuine', at: AT, events: 9, streams: 3, fingerprint: signer.key };
    expect(await readSeal(store)).toEqual(expected);
  });

  it('is forged when it says other than what was signed', async () => {
    await put({ ...seal(7), events: 8 });
    expect(await readSeal(store)).toMatchObject({ state: 'forged', events: 8 });
  });

  it('is unreadable when it is no seal at all', async () => {
    await put({ said: 'nothing' });
    expect(await readSeal(store)).toEqual({ state: 'unreadable' });
  });
});
