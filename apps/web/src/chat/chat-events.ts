/**
 * Protocol between page and chat: events on `window`. The chat's script gets `data-open`, `data-restore-id`
 * and `data-language` on its element; it reports changes with `new CustomEvent('support-chat', { detail: {
 * open, restoreId } })`.
 */
export const CHAT_NEWS = 'support-chat';
/** To the chat: open. */
const CHAT_OPEN = 'support-chat-open';
/** To the chat: the user signs out. */
const CHAT_END = 'support-chat-end';

export const openChat = (): void => void window.dispatchEvent(new Event(CHAT_OPEN));
export const endChat = (): void => void window.dispatchEvent(new Event(CHAT_END));
