import { useComputedColorScheme } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  toast,
  ToastContainer,
  type ToastContentProps,
  type ToastOptions,
  type TypeOptions,
} from 'react-toastify';
import { errorText } from './error-text.ts';
import './toasts.css';

/** Milliseconds that a toast is shown, and a flash message of the previous page. */
const AUTO_CLOSE = 5000;
export const FLASH_AUTO_CLOSE = 4500;

export interface NotifyOptions {
  /** A toast with the same id replaces the one on screen. */
  readonly id?: string;
  /** Milliseconds; default 5000. */
  readonly autoClose?: number;
  /** Follow-up action, e.g. undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const content = (text: string, { action }: NotifyOptions) => {
  // The button can still be clicked during the closing transition.
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

function tell(type: TypeOptions, text: string, options: NotifyOptions): void {
  const { id, autoClose } = options;
  const told: ToastOptions = { type, ...(autoClose === undefined ? {} : { autoClose }) };
  const render = content(text, options);
  // Without `update`, the library keeps the old toast and drops the new one.
  if (id !== undefined && toast.isActive(id)) toast.update(id, { ...told, render });
  else toast(render, { ...told, ...(id === undefined ? {} : { toastId: id }) });
}

/** Toasts at the top right. Texts arrive translated. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}) => tell('success', text, options),
  info: (text: string, options: NotifyOptions = {}) => tell('info', text, options),
  warning: (text: string, options: NotifyOptions = {}) => tell('warning', text, options),
  /** Accepts a text, an error, or an answer of the server. */
  error: (failure: unknown, options: NotifyOptions = {}) =>
    tell('error', errorText(failure) ?? String(failure), options),
  /** Removes a toast whose action is no longer possible. */
  dismiss: (id: string) => toast.dismiss(id),
};

/** The library's own button has an English label. */
function CloseButton({
  closeToast,
  theme,
}: Pick<ToastContentProps, 'closeToast'> & { readonly theme: string }) {
  const { t } = useTranslation('ui');
  return (
    <button
      type="button"
      className={`Toastify__close-button Toastify__close-button--${theme}`}
      aria-label={t('close')}
      onClick={(event) => {
        // Otherwise the click would also count as a click on the toast.
        event.stopPropagation();
        closeToast(true);
      }}
    >
      <X size={14} aria-hidden />
    </button>
  );
}

/** Container of toasts; once in the application. */
export function ToastHost() {
  const { t } = useTranslation('ui');
  const scheme = useComputedColorScheme('light');
  return (
    <ToastContainer
      position="top-right"
      autoClose={AUTO_CLOSE}
      draggable
      draggablePercent={80}
      theme={scheme}
      limit={4}
      closeButton={CloseButton}
      aria-label={t('notifications')}
    />
  );
}
