import { createServer } from 'node:net';
import { freePort } from '@cotejo/testing';
import { describe, expect, it } from 'vitest';
import { EventStoreError } from '../port.ts';
import { mapPostgresError } from '../postgres/map-error.ts';
import { kurrentRefusal } from './kurrent-refusal.ts';
import { mapKurrentError } from './map-error.ts';

const told = (more: object) => mapKurrentError(Object.assign(new Error('from the client'), more));
const late = new EventStoreError('transient', 'KurrentDB did not answer within 3000 ms', { ofKurrent: true });
const closed = async () => `kurrentdb://ana:secreta@127.0.0.1:${await freePort()}?tls=false`;

/** The refusal of an error while a server accepts connections, or none does. */
async function codeOf(error: unknown, accepts = true): Promise<string | undefined> {
  if (!accepts) return (await kurrentRefusal(error, await closed()))?.code;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return (await kurrentRefusal(error, `kurrentdb://127.0.0.1:${port}?tls=false`))?.code;
  } finally {
    server.close();
  }
}

describe('refusal code of an error of the KurrentDB client', () => {
  it.each([
    ['a wrong password', told({ code: 16 }), 'server_credentials'],
    ['missing rights', told({ code: 7 }), 'server_rights'],
    ['missing rights, by the client', told({ type: 'access-denied' }), 'server_rights'],
    ['a follower', told({ type: 'not-leader' }), 'server_not_leader'],
    [
      'a cluster without a leader',
      told({ code: 2, message: 'No leader info available' }),
      'server_not_leader',
    ],
    ['a server that accepts and is not ready', told({ code: 14 }), 'server_starting'],
    ['a server that accepts and says nothing', late, 'server_silent'],
    [
      'a database of another log',
      new EventStoreError('fatal', 'x', { cause: Object.assign(new Error('x'), { code: 'ES011' }) }),
      'server_other_log',
    ],
    ['a damaged log', told({ type: 'stream-deleted' }), undefined],
    [
      'an error of the Postgres beside it',
      mapPostgresError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
      undefined,
    ],
    ['any other error', new Error('x'), undefined],
  ])('%s', async (_, error, code) => {
    expect(await codeOf(error)).toBe(code);
  });

  it.each([
    ['a failed call', told({ code: 14 })],
    ['a call without an answer', late],
  ])('%s to a port that nobody serves is a refused connection', async (_, error) => {
    expect(await codeOf(error, false)).toBe('server_refused');
  });

  it('names the hosts, and neither user nor password', async () => {
    const refusal = await kurrentRefusal(late, await closed());
    expect(refusal?.message).toMatch(/KurrentDB \(127\.0\.0\.1:\d+\).*KURRENTDB_URL.*\[server_refused\]$/);
    expect(refusal?.message).not.toMatch(/ana|secreta/);
  });
});
