import { FLASH_AUTO_CLOSE, notify } from './toasts.tsx';

/** A message shown as a toast by the next page. */
export interface FlashMessage {
  readonly kind: 'success' | 'error' | 'warning';
  /** Already translated. */
  readonly text: string;
}

type FlashStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Key in the browser's storage. */
export const FLASH_STORAGE_KEY = 'flash_messages';
/** Maximum number of stored messages, in case the next page never loads. */
const MOST = 5;

export function leaveFlash(storage: FlashStorage, message: FlashMessage): void {
  storage.setItem(FLASH_STORAGE_KEY, JSON.stringify([...readFlashes(storage), message].slice(-MOST)));
}

/** Shows stored messages once and deletes them. */
export function showFlashes(storage: FlashStorage): void {
  const messages = readFlashes(storage);
  if (messages.length === 0) return;
  storage.removeItem(FLASH_STORAGE_KEY);
  for (const { kind, text } of messages) notify[kind](text, { id: text, autoClose: FLASH_AUTO_CLOSE });
}

/** Valid messages in the storage. */
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
