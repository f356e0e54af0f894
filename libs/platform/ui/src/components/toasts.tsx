import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast, ToastContainer, type ToastOptions } from 'react-toastify';
import { errorText } from './error-text.ts';
import './toasts.css';

export interface NotifyOptions {
  /** A toast with the same id replaces the one on screen instead of joining it. */
  readonly id?: string;
  /** Milliseconds; 5000 unless told. */
  readonly autoClose?: number;
}

const told = ({ id, autoClose }: NotifyOptions): ToastOptions => ({
  ...(id === undefined ? {} : { toastId: id }),
  ...(autoClose === undefined ? {} : { autoClose }),
});

const lines = (text: string) => <span className="toast-text">{text}</span>;

/** Short words that come and go at the top right. Texts arrive translated. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}) => void toast.success(lines(text), told(options)),
  info: (text: string, options: NotifyOptions = {}) => void toast.info(lines(text), told(options)),
  warning: (text: string, options: NotifyOptions = {}) => void toast.warning(lines(text), told(options)),
  /** Takes a text, an error, or what the server answered. */
  error: (failure: unknown, options: NotifyOptions = {}) =>
    void toast.error(lines(errorText(failure) ?? String(failure)), told(options)),
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
