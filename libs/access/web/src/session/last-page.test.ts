import { describe, expect, it } from 'vitest';
import { rememberLastPage, takeLastPage } from './last-page.ts';
import { memoryStorage } from './session-samples.fixture.ts';

const ORIGIN = 'https://cotejo.example';

describe('the last page', () => {
  it.each([
    ['the full address', `${ORIGIN}/auditorias/plan/?auditoria-id=7#x`, '/auditorias/plan/?auditoria-id=7#x'],
    ['another site', 'https://evil.example/auditorias/plan/', '/'],
    ['a path that names another host', `${ORIGIN}//evil.example/x/`, '/'],
    ['such a path with the other slash', `${ORIGIN}/\\evil.example/x/`, '/'],
    ['a script', 'javascript:alert(1)', '/'],
    ['no address', 'nowhere', '/'],
    ['the sign-in page itself', `${ORIGIN}/login/`, '/'],
  ])('%s leads to %s', (_, kept, path) => {
    const storage = memoryStorage();
    rememberLastPage(storage, kept);
    expect(takeLastPage(storage, ORIGIN)).toBe(path);
  });

  it('is taken once', () => {
    const storage = memoryStorage();
    rememberLastPage(storage, `${ORIGIN}/auditorias/plan/`);
    takeLastPage(storage, ORIGIN);
    expect(takeLastPage(storage, ORIGIN)).toBe('/');
  });
});
