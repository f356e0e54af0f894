import { userId } from '@cotejo/access-contracts';
import { expect, it } from 'vitest';
import { TelemetryRelay } from './telemetry-relay.ts';

const user = userId.parse('00000000-0000-4000-8000-000000000001');
const batch = { session: '00000000-0000-4000-8000-000000000002', user, events: [] };

it('passes batches on only where there is a collector', async () => {
  const sent: [string, unknown][] = [];
  const send = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push([String(url), JSON.parse(String(init?.body))]);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const log = { warn: () => undefined };
  expect(new TelemetryRelay({ url: null, log, send }).relay(batch)).toBe(false);
  expect(new TelemetryRelay({ url: 'https://collector.example/', log, send }).relay(batch)).toBe(true);
  expect(sent).toEqual([['https://collector.example/', { ...batch, user }]]);
});

it('drops what comes while too much is under way, and survives a collector that is away', async () => {
  const faults: object[] = [];
  let fail: (error: Error) => void = () => undefined;
  const away = new Promise<Response>((_, reject) => (fail = reject));
  const relay = new TelemetryRelay({
    url: 'https://collector.example/',
    log: { warn: (facts) => void faults.push(facts) },
    send: () => away,
  });
  const taken = Array.from({ length: 25 }, () => relay.relay(batch));
  expect(taken.filter(Boolean)).toHaveLength(20);
  fail(new Error('away'));
  await expect.poll(() => faults.length).toBe(20);
  expect(relay.relay(batch)).toBe(true);
});
