import { PUBLIC_SETTINGS } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { changesOf, isVideoValid, valuesOf, type GeneralValues } from './general-settings.ts';

const given = (more: Partial<GeneralValues>): GeneralValues => ({ ...valuesOf(PUBLIC_SETTINGS), ...more });

describe('what is sent of the settings of pages', () => {
  it.each([
    [{}, []],
    [{ language: 'en' }, [{ key: 'language', value: 'en' }]],
    [{ timeZone: 'America/Lima' }, [{ key: 'time_zone', value: 'America/Lima' }]],
    [{ sideBar: false }, [{ key: 'page_sidebar', value: false }]],
    [{ video: ' https://v.co/a ' }, [{ key: 'first_steps_video', value: 'https://v.co/a' }]],
    [
      { chat: true, secondChat: true },
      [
        { key: 'chat', value: true },
        { key: 'second_chat', value: 1 },
      ],
    ],
  ] as const)('%j: %j', (more, sent) => expect(changesOf(PUBLIC_SETTINGS, given(more))).toEqual(sent));

  it('takes a video away', () => {
    const settings = { ...PUBLIC_SETTINGS, first_steps_video: 'https://v.co/a' };
    expect(changesOf(settings, { ...valuesOf(settings), video: '' })).toEqual([
      { key: 'first_steps_video', value: null },
    ]);
  });

  it.each([
    ['', true],
    ['https://v.co/a', true],
    ['http://v.co/a', false],
    ['v.co', false],
    ['javascript:alert(1)', false],
  ])('the video %s is valid: %s', (video, valid) => expect(isVideoValid(given({ video }))).toBe(valid));
});
