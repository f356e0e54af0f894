import { STORAGE_KEYS } from '@cotejo/access-contracts';

type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** State passed to a chat when it loads again. */
export interface ChatState {
  readonly open: boolean;
  /** Conversation to resume; only if it is from today. */
  readonly restoreId: string | null;
}

/** Changes reported by a chat; omitted fields keep their value. */
export interface ChatNews {
  readonly open?: boolean;
  readonly restoreId?: string;
}

const LONGEST_ID = 200;

/** Stored state of the chat. `today`: `yyyy-MM-dd`. */
export function chatState(storage: ChatStorage, today: string): ChatState {
  const kept = (storage.getItem(STORAGE_KEYS.chatRestore) ?? '').split(/ (.*)/s);
  const [day, restoreId] = kept;
  const isOfToday = day === today && restoreId !== undefined && restoreId !== '';
  return { open: storage.getItem(STORAGE_KEYS.chatOpen) === '1', restoreId: isOfToday ? restoreId : null };
}

export function rememberChat(storage: ChatStorage, { open, restoreId }: ChatNews, today: string): void {
  if (open !== undefined) storage.setItem(STORAGE_KEYS.chatOpen, open ? '1' : '0');
  if (restoreId !== undefined) storage.setItem(STORAGE_KEYS.chatRestore, `${today} ${restoreId}`);
}

/** Deletes the conversation, so that the next user of this computer does not see it. */
export function forgetChat(storage: ChatStorage): void {
  storage.removeItem(STORAGE_KEYS.chatOpen);
  storage.removeItem(STORAGE_KEYS.chatRestore);
}

/** Validated detail of a chat's event; unknown fields are ignored. */
export function readChatNews(detail: unknown): ChatNews {
  if (typeof detail !== 'object' || detail === null) return {};
  const { open, restoreId } = detail as { readonly open?: unknown; readonly restoreId?: unknown };
  return {
    ...(typeof open === 'boolean' && { open }),
    ...(typeof restoreId === 'string' && restoreId.length <= LONGEST_ID && { restoreId }),
  };
}
