import { describe, expect, it } from 'vitest';
import { textStatus, type Standing } from './text-status.ts';

const standing = (more: Partial<Standing>): Standing => ({
  link: { state: 'online' },
  isShown: true,
  isSynced: true,
  isDirty: false,
  isDurable: true,
  isStoring: false,
  mode: 'edit',
  ...more,
});

describe('what a person is told of a document', () => {
  it.each<[string, Partial<Standing>, object]>([
    ['the server has all of it', {}, { state: 'saved' }],
    ['it may only be read', { mode: 'read' }, { state: 'readonly' }],
    [
      'what is shown is its last revision',
      { mode: 'read', notice: 'text_quarantined' },
      { state: 'failed', reason: 'quarantined' },
    ],
    ['something is on its way', { isDirty: true }, { state: 'saving' }],
    ['nothing is known of it yet', { isShown: false, isSynced: false }, { state: 'loading' }],
    [
      'this browser kept it, and the server has not spoken',
      { link: { state: 'connecting' }, isSynced: false },
      { state: 'loading' },
    ],
    [
      'the server has too much open of this person',
      { link: { state: 'offline', isBusy: true }, isSynced: false },
      { state: 'offline', unsent: false, kept: true, isBusy: true },
    ],
    [
      'there is no connection',
      { link: { state: 'offline' }, isSynced: false },
      { state: 'offline', unsent: false, kept: true },
    ],
    [
      'there is none, and what was written is not in this browser’s storage yet',
      { link: { state: 'offline' }, isSynced: false, isDirty: true, isStoring: true },
      { state: 'saving' },
    ],
    [
      'there is none, and what was written is in it',
      { link: { state: 'offline' }, isSynced: false, isDirty: true },
      { state: 'offline', unsent: true, kept: true },
    ],
    [
      'there is none, and a reload would lose what was written',
      { link: { state: 'offline' }, isSynced: false, isDirty: true, isStoring: true, isDurable: false },
      { state: 'offline', unsent: true, kept: false },
    ],
    [
      'they may not be here',
      { link: { state: 'refused', code: 4403 } },
      { state: 'failed', reason: 'forbidden' },
    ],
    ['there is none', { link: { state: 'refused', code: 4404 } }, { state: 'failed', reason: 'not_found' }],
    [
      'they are signed out',
      { link: { state: 'refused', code: 4401 } },
      { state: 'failed', reason: 'signed_out' },
    ],
    [
      'it can’t be read',
      { link: { state: 'refused', code: 4500 } },
      { state: 'failed', reason: 'unreadable' },
    ],
    [
      'page and server differ',
      { link: { state: 'refused', code: 4400 } },
      { state: 'failed', reason: 'protocol' },
    ],
  ])('when %s', (_case, more, expected) => {
    expect(textStatus(standing(more))).toEqual(expected);
  });
});
