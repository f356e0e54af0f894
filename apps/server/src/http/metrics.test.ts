import { describe, expect, it } from 'vitest';
import { mayRead } from './metrics.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers,
  socket: { remoteAddress },
});

describe('figures', () => {
  it.each<[string, ReturnType<typeof from>, string | undefined, boolean]>([
    ['this machine', from('127.0.0.1'), undefined, true],
    ['this machine over IPv6', from('::1'), undefined, true],
    ['another machine', from('192.0.2.7'), undefined, false],
    [
      'another machine that knows the token',
      from('192.0.2.7', { authorization: 'Bearer t0k3n' }),
      't0k3n',
      true,
    ],
    ['another machine that guesses it', from('192.0.2.7', { authorization: 'Bearer t0k3m' }), 't0k3n', false],
    [
      'anybody, by a proxy on this machine',
      from('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }),
      undefined,
      false,
    ],
    ['anybody, by one of few words', from('127.0.0.1', { 'x-real-ip': '192.0.2.7' }), undefined, false],
    [
      'anybody, by one of the standard’s',
      from('127.0.0.1', { forwarded: 'for=192.0.2.7' }),
      undefined,
      false,
    ],
    ['anybody, by one that only names itself', from('127.0.0.1', { via: '1.1 puerta' }), undefined, false],
  ])('are for %s', (_, request, token, expected) => {
    expect(mayRead(request, token)).toBe(expected);
  });
});
