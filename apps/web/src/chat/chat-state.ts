import { STORAGE_KEYS } from '@cotejo/access-contracts';

type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What a chat is given when it loads again. */
export interface ChatState {
  readonly open: boolean;
  /** The conversation to go on with; of today alone. */
  readonly restoreId: string | null;
}

/** What a chat says of itself; what it leaves out stays. */
export interface ChatNews {
  readonly open?: boolean;
  readonly restoreId?: string;
}

const LONGEST_ID = 200;

/** `today`: `yyyy-MM-dd`. */
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

/** The next person on this computer must not find the conversation of the one before. */
export function forgetChat(storage: ChatStorage): void {
  storage.removeItem(STORAGE_KEYS.chatOpen);
  storage.removeItem(STORAGE_KEYS.chatRestore);
}

/** What came in an event of the page, if it says anything that we know. */
export function readChatNews(detail: unknown): ChatNews {
  if (typeof detail !== 'object' || detail === null) return {};
  const { open, restoreId } = detail as { readonly open?: unknown; readonly restoreId?: unknown };
  return {
    ...(typeof open === 'boolean' && { open }),
    ...(typeof restoreId === 'string' && restoreId.length <= LONGEST_ID && { restoreId }),
  };
}
