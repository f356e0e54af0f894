import { ON_LOGOUT, STORAGE_KEYS } from '@cotejo/access-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, memoryStorage } from './session-samples.fixture.ts';
import { clearSession, readSession, writeProfile, writeSession } from './stored-session.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => warn.mockClear());
afterEach(() => vi.unstubAllGlobals());

describe('the stored session', () => {
  it('comes back as it was written', () => {
    const storage = memoryStorage();
    writeSession(storage, aSession);
    expect(readSession(storage)).toEqual(aSession);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is absent, without a word, where nothing is stored', () => {
    expect(readSession(memoryStorage())).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['the token is empty', 'token', ''],
    ['the type is empty', 'type', ''],
    ['expires_in is not a number', 'expires_in', 'soon'],
    ['expires_in is empty', 'expires_in', ''],
    ['logged_in_at is not a date', 'logged_in_at', 'yesterday'],
    ['the user is no JSON', 'user', '{'],
    ['the user is nobody', 'user', 'null'],
    ['the token is missing', 'token', null],
    ['the type is missing', 'type', null],
    ['expires_in is missing', 'expires_in', null],
    ['logged_in_at is missing', 'logged_in_at', null],
    ['the user is missing', 'user', null],
  ])('is malformed when %s', (_, item, value) => {
    const storage = memoryStorage();
    writeSession(storage, aSession);
    if (value === null) storage.removeItem(item);
    else storage.setItem(item, value);
    expect(readSession(storage)).toBeNull();
    expect(warn).toHaveBeenCalledExactlyOnceWith('User data is malformed');
  });

  it('merges the profile into the stored record', () => {
    const storage = memoryStorage();
    writeSession(storage, aSession);
    storage.setItem('user', JSON.stringify({ ...aSession.user, seen_tour: true }));
    writeProfile(storage, { ...aSession.user, last_name: 'Pérez' });
    expect(JSON.parse(storage.getItem('user') ?? '')).toMatchObject({ last_name: 'Pérez', seen_tour: true });
  });

  it('is gone after clearing, with what pages kept of the person, and nothing else is', () => {
    const storage = memoryStorage();
    writeSession(storage, aSession);
    for (const key of ON_LOGOUT) if (storage.getItem(key) === null) storage.setItem(key, 'kept');
    const stays = ['language', STORAGE_KEYS.menuCollapsed, STORAGE_KEYS.lastPage];
    for (const key of stays) storage.setItem(key, 'kept');
    clearSession(storage);
    expect([...storage.keys()]).toEqual(stays);
  });
});
