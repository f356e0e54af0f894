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
import type { NotifyOptions } from './toasts.tsx';
import './toasts.css';

/** Milliseconds that a toast is shown. */
const AUTO_CLOSE = 5000;

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

export function tell(type: TypeOptions, text: string, options: NotifyOptions): void {
  const { id, autoClose } = options;
  const told: ToastOptions = { type, ...(autoClose === undefined ? {} : { autoClose }) };
  const render = content(text, options);
  // Without `update`, the library keeps the old toast and drops the new one.
  if (id !== undefined && toast.isActive(id)) toast.update(id, { ...told, render });
  else toast(render, { ...told, ...(id === undefined ? {} : { toastId: id }) });
}

export const dismiss = (id: string): void => toast.dismiss(id);

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

export function Toasts() {
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
