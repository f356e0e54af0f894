import { errorEnvelope } from '@cotejo/http/contracts';
import { freePort } from '@cotejo/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerWhileStarting } from './answer-while-starting.ts';

async function ask(path: string, headers: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const starting = await answerWhileStarting(port, '127.0.0.1');
  onTestFinished(() => starting.end());
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

describe('a server that starts', () => {
  it.each([
    ['es', 'Cotejo está iniciando. Vuelva a intentarlo en unos segundos.'],
    ['en', 'Cotejo is starting. Try again in a few seconds.'],
  ])('refuses calls with a code, and in the language of the request: %s', async (language, error) => {
    const { status, retryAfter, text } = await ask('/api/users/@me/', { 'accept-language': language });
    expect([status, retryAfter]).toEqual([503, '2']);
    expect(errorEnvelope.parse(JSON.parse(text))).toEqual({ error, code: 'unavailable' });
  });

  it('is live and not ready', async () => {
    expect(await ask('/health/live')).toMatchObject({ status: 200, text: '{"data":{"live":true}}' });
    expect(await ask('/health/ready/')).toMatchObject({ status: 503, text: '{"data":{"started":false}}' });
  });

  it('tells a page that it starts', async () => {
    expect(await ask('/', { 'accept-language': 'es' })).toMatchObject({
      status: 503,
      text: 'Cotejo está iniciando. Vuelva a intentarlo en unos segundos.',
    });
  });
});
