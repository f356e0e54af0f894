import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSession } from '../../../libs/access/web/src/session/session-samples.fixture.ts';
import { signIn } from './sign-in.ts';

/** A server whose sessions end when the test decides. */
let server: Server;
let url: string;
let entered: number;
let valid: string | null;

beforeEach(async () => {
  entered = 0;
  valid = null;
  server = createServer((request, response) => {
    const reply = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    request.resume();
    if (request.url?.includes('/login/')) {
      entered += 1;
      valid = `token-${entered}`;
      return reply(200, [true, null, { ...aSession, token: valid }]);
    }
    if (request.headers.authorization !== `Token ${valid}`)
      return reply(401, { error: 'Sesión vencida', code: 'token_expired', status: 401 });
    return reply(200, { data: { ticket: `of ${valid}`, expires_in: 30 }, status: 200 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe('a person of a bench or of the faults', () => {
  it('signs in again, once, when their session has ended and they are to do so', async () => {
    const person = await signIn(url, 'laura.pineda', { again: true });
    expect(await person.getTicket()).toBe('of token-1');
    valid = null;
    expect(await person.getTicket()).toBe('of token-2');
    expect(entered).toBe(2);
  });

  it('fails where no session is to end', async () => {
    const person = await signIn(url, 'laura.pineda');
    valid = null;
    await expect(person.getTicket()).rejects.toMatchObject({ status: 401 });
    expect(entered).toBe(1);
  });
});
