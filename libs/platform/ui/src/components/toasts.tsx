import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast, ToastContainer, type ToastContentProps, type ToastOptions } from 'react-toastify';
import { errorText } from './error-text.ts';
import './toasts.css';

export interface NotifyOptions {
  /** A toast with the same id replaces the one on screen instead of joining it. */
  readonly id?: string;
  /** Milliseconds; 5000 unless told. */
  readonly autoClose?: number;
  /** A way on from what is told, e.g. to take it back. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const told = ({ id, autoClose }: NotifyOptions): ToastOptions => ({
  ...(id === undefined ? {} : { toastId: id }),
  ...(autoClose === undefined ? {} : { autoClose }),
});

const content = (text: string, { action }: NotifyOptions) => {
  // It can still be clicked while it goes.
  let isDone = false;
  function ToastText({ closeToast }: Partial<ToastContentProps>) {
    return (
      <span className="toast-text">
        {text}
        {action !== undefined && (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              closeToast?.();
              if (!isDone) action.run();
              isDone = true;
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    );
  }
  return ToastText;
};

/** Short words that come and go at the top right. Texts arrive translated. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}) =>
    void toast.success(content(text, options), told(options)),
  info: (text: string, options: NotifyOptions = {}) => void toast.info(content(text, options), told(options)),
  warning: (text: string, options: NotifyOptions = {}) =>
    void toast.warning(content(text, options), told(options)),
  /** Takes a text, an error, or what the server answered. */
  error: (failure: unknown, options: NotifyOptions = {}) =>
    void toast.error(content(errorText(failure) ?? String(failure), options), told(options)),
};

/** Where toasts appear: once in the application. */
export function ToastHost() {
  const { t } = useTranslation('ui');
  const scheme = useComputedColorScheme('light');
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      theme={scheme}
      limit={4}
      aria-label={t('notifications')}
    />
  );
}
