import { describe, expect, it } from 'vitest';
import { ownOrigin } from './own-origin.ts';

describe('a socket is opened', () => {
  const isOwn = ownOrigin('https://auditoria.example.co');

  it.each<[boolean, string, string | undefined, string | undefined]>([
    [true, 'by a page of the public address', 'https://auditoria.example.co', 'cotejo.internal:3000'],
    [true, 'by a page of the address that was asked', 'http://localhost:3000', 'localhost:3000'],
    [true, 'whether or not the usual port is told', 'https://cotejo.local', 'cotejo.local:443'],
    [true, 'by a program that is no browser', undefined, 'localhost:3000'],
    [false, 'not by a page from elsewhere', 'https://evil.example', 'auditoria.example.co'],
    [false, 'not by another port', 'http://localhost:4000', 'localhost:3000'],
    [false, 'not by a name that only begins alike', 'https://auditoria.example.co.evil.example', 'localhost'],
    [false, 'not by the public name without encryption', 'http://auditoria.example.co', 'localhost:3000'],
    [false, 'not by a page without an origin of its own', 'null', 'null'],
    [false, 'not by a file', 'file://', ''],
    [false, 'not by nonsense', 'localhost:3000', 'localhost:3000'],
    [false, 'not where nobody says whom they ask', 'http://localhost:3000', undefined],
  ])('%s: %s', (opens, _, origin, host) => {
    expect(isOwn({ headers: { origin, host } })).toBe(opens);
  });
});
