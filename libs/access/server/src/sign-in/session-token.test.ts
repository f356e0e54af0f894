import { randomUUID } from 'node:crypto';
import { sessionId } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { newToken, sessionOfToken, tokenMatches } from './session-token.ts';

describe('session token', () => {
  const id = sessionId.parse(randomUUID());

  it('names its session and proves itself by its hash', () => {
    const { token, hash } = newToken(id);
    expect(sessionOfToken(token)).toBe(id);
    expect(tokenMatches(token, hash)).toBe(true);
    expect(hash.toString('base64url')).not.toContain(token);
  });

  it('is another one each time, and no other fits', () => {
    const [one, other] = [newToken(id), newToken(id)];
    expect(one.token).not.toBe(other.token);
    expect(tokenMatches(other.token, one.hash)).toBe(false);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'NO_TOKEN'],
    ['padding', `${newToken(id).token}=`],
    ['a foreign letter', `${newToken(id).token.slice(0, -1)}*`],
    ['a short one', newToken(id).token.slice(0, 40)],
    ['a long one', `${newToken(id).token}AAAA`],
    ['an id that is no UUID', Buffer.alloc(48, 7).toString('base64url')],
  ])('%s is of no session', (_, token) => {
    expect(sessionOfToken(token)).toBeNull();
  });
});
