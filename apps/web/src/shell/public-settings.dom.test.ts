import { beforeEach, describe, expect, it } from 'vitest';
import { keptSettings, settingsOf } from './public-settings.ts';

beforeEach(() => localStorage.clear());

describe('public settings of the account', () => {
  it('are what holds by default, and what the account says instead', () => {
    expect(settingsOf([])).toMatchObject({ chat: false, second_chat: 0, page_sidebar: true });
    const told = [
      { key: 'chat', value: true },
      { key: 'something_of_tomorrow', value: 1 },
    ];
    expect(settingsOf(told)).toMatchObject({ chat: true, second_chat: 0 });
    expect(settingsOf(told)).not.toHaveProperty('something_of_tomorrow');
  });

  it.each([
    ['nothing', null, undefined],
    ['no JSON', '{', undefined],
    ['something else', '{"a":1}', undefined],
    ['records', '[{"key":"chat","value":true}]', [{ key: 'chat', value: true }]],
  ])('kept as %s', (_, kept, known) => {
    if (kept !== null) localStorage.setItem('account_public_settings', kept);
    expect(keptSettings(localStorage)).toEqual(known);
  });
});
