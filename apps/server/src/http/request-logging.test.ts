import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { requestLogging } from './request-logging.ts';

const open: { close(): unknown }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function serve(level: string) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = express();
  app.use(requestLogging(log));
  app.get('/well', (_, response) => void response.json({}));
  app.get('/ill', (_, response) => void response.status(500).json({}));
  let isAsked = false;
  app.get('/never', () => void (isAsked = true));
  const server = createServer(app).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { lines, url, isAsked: () => isAsked };
}

describe('the line of a request', () => {
  it('names it by the id that is in its answer, and says nothing of its query', async () => {
    const { lines, url } = await serve('info');
    const answer = await fetch(`${url}/well?ticket=secreto`);
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    await expect
      .poll(() => lines)
      .toMatchObject([
        {
          level: 30,
          req: { id, method: 'GET', path: '/well' },
          res: { status: 200 },
          msg: 'request completed',
        },
      ]);
    expect(JSON.stringify(lines)).not.toContain('secreto');
  });

  it.each([
    ['pedido-0001', 'pedido-0001'],
    ['corto', expect.stringMatching(/^[\da-f-]{36}$/)],
    ['../../etc/passwd', expect.stringMatching(/^[\da-f-]{36}$/)],
  ])('takes the id %s of whoever asks only when it is sensible', async (given, told) => {
    const { url } = await serve('info');
    const answer = await fetch(`${url}/well`, { headers: { 'x-request-id': given } });
    expect(answer.headers.get('x-request-id')).toEqual(told);
  });

  it('is a warning when the server failed, and the only one at that level', async () => {
    const { lines, url } = await serve('warn');
    await fetch(`${url}/well`);
    await fetch(`${url}/ill`);
    await expect.poll(() => lines).toMatchObject([{ level: 40, res: { status: 500 } }]);
  });

  it('says that whoever asked went away', async () => {
    const { lines, url, isAsked } = await serve('info');
    const gone = new AbortController();
    const asked = fetch(`${url}/never`, { signal: gone.signal }).catch((error: unknown) => error);
    await expect.poll(isAsked).toBe(true);
    gone.abort();
    expect(await asked).toBeInstanceOf(Error);
    await expect.poll(() => lines).toMatchObject([{ msg: 'request aborted' }]);
  });
});
