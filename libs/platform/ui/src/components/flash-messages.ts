import { FLASH_AUTO_CLOSE, notify } from './toasts.tsx';

/** Words that outlive the page that says them: shown as a toast by whichever page comes next. */
export interface FlashMessage {
  readonly kind: 'success' | 'error' | 'warning';
  /** Translated already. */
  readonly text: string;
}

type FlashStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where the browser keeps them. */
export const FLASH_STORAGE_KEY = 'flash_messages';
/** Nobody reads more than that, and a page that never comes must not fill the store. */
const MOST = 5;

export function leaveFlash(storage: FlashStorage, message: FlashMessage): void {
  storage.setItem(FLASH_STORAGE_KEY, JSON.stringify([...readFlashes(storage), message].slice(-MOST)));
}

/** Shows what was left, once. */
export function showFlashes(storage: FlashStorage): void {
  const messages = readFlashes(storage);
  if (messages.length === 0) return;
  storage.removeItem(FLASH_STORAGE_KEY);
  for (const { kind, text } of messages) notify[kind](text, { id: text, autoClose: FLASH_AUTO_CLOSE });
}

/** What is kept there and reads as a message. */
export function readFlashes(storage: Pick<Storage, 'getItem'>): readonly FlashMessage[] {
  const kept = storage.getItem(FLASH_STORAGE_KEY);
  if (kept === null) return [];
  try {
    const list: unknown = JSON.parse(kept);
    return Array.isArray(list) ? list.filter(isFlash) : [];
  } catch {
    return [];
  }
}

function isFlash(value: unknown): value is FlashMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('text' in value)) return false;
  const { kind, text } = value;
  return (kind === 'success' || kind === 'error' || kind === 'warning') && typeof text === 'string';
}
