/**
 * How page and chat speak with each other, as events on `window`. The chat's script gets `data-open`,
 * `data-restore-id` and `data-language` on its element; it says what changed of it with
 * `new CustomEvent('support-chat', { detail: { open, restoreId } })`.
 */
export const CHAT_NEWS = 'support-chat';
/** To the chat: somebody asks for it. */
const CHAT_OPEN = 'support-chat-open';
/** To the chat: the person leaves. */
const CHAT_END = 'support-chat-end';

export const openChat = (): void => void window.dispatchEvent(new Event(CHAT_OPEN));
export const endChat = (): void => void window.dispatchEvent(new Event(CHAT_END));
