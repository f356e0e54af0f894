import { shellCalls, TELEMETRY } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';
import { telemetrySession } from './telemetry-session.ts';
import { createTelemetry, type TelemetryBatch } from './telemetry.ts';

const MINUTE = 60_000;

function shelf(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

const numbered = () => {
  let made = 0;
  return () => `018f5c1e-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
};

describe('a session of telemetry', () => {
  it('goes on while something happens every 30 minutes', () => {
    const storage = shelf();
    const newId = numbered();
    const first = telemetrySession(storage, 0, newId);
    expect(telemetrySession(storage, 30 * MINUTE - 1, newId)).toBe(first);
    expect(telemetrySession(storage, 60 * MINUTE - 2, newId)).toBe(first);
    expect(telemetrySession(storage, 90 * MINUTE - 2, newId)).not.toBe(first);
  });

  it('is over after 24 hours, however busy', () => {
    const storage = shelf();
    const newId = numbered();
    const first = telemetrySession(storage, 0, newId);
    for (let at = 20 * MINUTE; at < 24 * 60 * MINUTE; at += 20 * MINUTE)
      expect(telemetrySession(storage, at, newId)).toBe(first);
    expect(telemetrySession(storage, 24 * 60 * MINUTE, newId)).not.toBe(first);
  });

  it.each(['{', '{"id":"x"}', 'null'])('that was kept as %s is a new one', (kept) => {
    const storage = shelf();
    storage.setItem('telemetry_session', kept);
    expect(telemetrySession(storage, 0, numbered())).toMatch(/0001$/);
  });
});

describe('a path that is told', () => {
  it.each([
    ['/auditorias/plan/?item=secreto#x', '/auditorias/plan/'],
    ['/api/users/018f5c1e-0000-7000-8000-000000000001/lock/', '/api/users/:id/lock/'],
    ['https://cotejo.co/api/proyecto/17/hoja/', '/api/proyecto/:n/hoja/'],
    ['/buscar/ana@firma.com/', '/buscar/:text/'],
    ['/buscar/Ana%20Ruiz/', '/buscar/:text/'],
    [`/${'a'.repeat(400)}/`, `/${'a'.repeat(299)}`],
  ])('%s is %s', (address, told) => expect(safePath(address)).toBe(told));
});

describe('telemetry', () => {
  const given = () => {
    const sent: TelemetryBatch[] = [];
    const telemetry = createTelemetry({
      storage: shelf(),
      send: async (batch) => void sent.push(batch),
      now: () => new Date('2026-11-20T12:00:00.000Z'),
      newId: numbered(),
    });
    return { sent, telemetry };
  };

  it('goes in batches that the server accepts, and not at all where nothing happened', async () => {
    const { sent, telemetry } = given();
    await telemetry.flush();
    telemetry.view('/auditorias/plan/?x=1');
    telemetry.call('/api/users/@me/', 12.4, 200);
    telemetry.call('/api/users/', 3, null);
    await telemetry.flush();
    await telemetry.flush();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.events.map(({ name, view, duration, status }) => [name, view, duration, status])).toEqual(
      [
        ['page.view', '/auditorias/plan/', null, null],
        ['api.call', '/api/users/@me/', 12, 200],
        ['api.call', '/api/users/', 3, null],
      ],
    );
    expect(shellCalls.telemetry.body?.safeParse({ ...sent[0], user: 'u1' }).success).toBe(true);
  });

  it('tells at most 500 calls a view', async () => {
    const { sent, telemetry } = given();
    telemetry.view('/');
    for (let call = 0; call < 300; call += 1) telemetry.call('/api/users/', 1, 200);
    await telemetry.flush();
    for (let call = 0; call < 300; call += 1) telemetry.call('/api/users/', 1, 200);
    await telemetry.flush();
    const counts = sent.map(({ events }) => events.filter(({ name }) => name === 'api.call').length);
    expect(counts).toEqual([300, 200]);
    expect(TELEMETRY.ajaxCallsPerView).toBe(500);
    telemetry.view('/auditorias/plan/');
    telemetry.call('/api/users/', 1, 200);
    await telemetry.flush();
    expect(sent[2]?.events).toHaveLength(2);
  });

  it('lets go what could not be sent', async () => {
    const telemetry = createTelemetry({
      storage: shelf(),
      send: () => Promise.reject(new Error('offline')),
      now: () => new Date(),
      newId: numbered(),
    });
    telemetry.view('/');
    await expect(telemetry.flush()).resolves.toBeUndefined();
  });
});
