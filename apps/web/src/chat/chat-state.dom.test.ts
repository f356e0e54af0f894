import { beforeEach, describe, expect, it } from 'vitest';
import { chatState, forgetChat, readChatNews, rememberChat } from './chat-state.ts';
import { chatScripts } from './chats.tsx';

beforeEach(() => localStorage.clear());

describe('a support chat', () => {
  it('is closed and new at first', () => {
    expect(chatState(localStorage, '2026-11-20')).toEqual({ open: false, restoreId: null });
  });

  it('remembers whether it was open, and its conversation for the day alone', () => {
    rememberChat(localStorage, { open: true, restoreId: 'r 1' }, '2026-11-20');
    expect(chatState(localStorage, '2026-11-20')).toEqual({ open: true, restoreId: 'r 1' });
    expect(chatState(localStorage, '2026-11-21')).toEqual({ open: true, restoreId: null });
    rememberChat(localStorage, { open: false }, '2026-11-20');
    expect(chatState(localStorage, '2026-11-20')).toEqual({ open: false, restoreId: 'r 1' });
  });

  it('is forgotten with the person', () => {
    rememberChat(localStorage, { open: true, restoreId: 'r1' }, '2026-11-20');
    forgetChat(localStorage);
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    [
      { open: true, restoreId: 'r' },
      { open: true, restoreId: 'r' },
    ],
    [{ open: 'yes', restoreId: 7 }, {}],
    [{ restoreId: 'x'.repeat(201) }, {}],
    [null, {}],
    ['open', {}],
  ])('that says %j says %j', (detail, news) => expect(readChatNews(detail)).toEqual(news));
});

describe('scripts of chats', () => {
  const chat = { script: 'https://chat.co/a.js', second_script: 'https://chat.co/b.js' };
  const off = { script: null, second_script: null };
  it.each([
    ['none by default', off, { chat: false, second_chat: 0 }, []],
    ['none where the account does not want them', chat, { chat: false, second_chat: 0 }, []],
    ['none where the installation has none', off, { chat: true, second_chat: 1 }, []],
    ['the first', chat, { chat: true, second_chat: 0 }, ['https://chat.co/a.js']],
    ['the second only at its flag', chat, { chat: true, second_chat: 2 }, ['https://chat.co/a.js']],
    ['both', chat, { chat: true, second_chat: 1 }, ['https://chat.co/a.js', 'https://chat.co/b.js']],
  ])('%s', (_, scripts, settings, loaded) => {
    expect(
      chatScripts({ development: false, telemetry: false, chat: scripts, methods: [] }, settings),
    ).toEqual(loaded);
  });
});
