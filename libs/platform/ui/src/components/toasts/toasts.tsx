import { createChunk, useChunk } from '../chunk.tsx';
import { errorText } from '../errors/error-text.ts';

/** Milliseconds that a flash message of the previous page is shown. */
export const FLASH_AUTO_CLOSE = 4500;

export interface NotifyOptions {
  /** A toast with the same id replaces the one on screen. */
  readonly id?: string;
  /** Milliseconds; default 5000. */
  readonly autoClose?: number;
  /** Follow-up action, e.g. undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const library = createChunk(() => import('./toast-library.tsx'));

type Kind = 'success' | 'info' | 'warning' | 'error';

const tell = (kind: Kind, text: string, options: NotifyOptions): void => {
  const loaded = library.loaded();
  if (loaded) loaded.tell(kind, text, options);
  // The library keeps toasts until its container is mounted.
  else
    library.load().then(
      (chunk) => chunk.tell(kind, text, options),
      () => undefined,
    );
};

/** Toasts at the top right. Texts arrive translated. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}) => tell('success', text, options),
  info: (text: string, options: NotifyOptions = {}) => tell('info', text, options),
  warning: (text: string, options: NotifyOptions = {}) => tell('warning', text, options),
  /** Accepts a text, an error, or an answer of the server. */
  error: (failure: unknown, options: NotifyOptions = {}) =>
    tell('error', errorText(failure) ?? String(failure), options),
  /** Removes a toast whose action is no longer possible. */
  dismiss: (id: string) => library.loaded()?.dismiss(id),
};

/** Container of toasts, once in the application; its library loads after the page. */
export function ToastHost() {
  const loaded = useChunk(library);
  return loaded && <loaded.Toasts />;
}
