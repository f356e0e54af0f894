import { useComputedColorScheme } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  toast,
  ToastContainer,
  type ToastContentProps,
  type ToastOptions,
  type TypeOptions,
} from 'react-toastify';
import { clearTop, type Box } from './clear-of-actions.ts';
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

/**
 * Parts of a page that toasts must not cover: primary buttons, those of page headers and of the bar of phones, the
 * heads of panels and dialogs with their titles and buttons, and the field that is being filled in.
 */
const ACTIONS = [
  '.mantine-Button-root[data-variant=filled], [data-page-actions] button, [data-bottom-bar]',
  '[data-panel-head], .mantine-Modal-header',
  ':is(input, textarea, select, [contenteditable=true]):focus, [role=radiogroup]:focus-within',
].join();
const CONTAINER = '.Toastify__toast-container';
/** Milliseconds between two looks while toasts are shown: dialogs open and pages change beneath them. */
const LOOK_MS = 200;

const isInSight = (box: Box): boolean => box.bottom > box.top && box.right > box.left;

/** Moves the toasts below the buttons that they would cover. */
function makeWay(): void {
  for (const container of document.querySelectorAll<HTMLElement>(CONTAINER)) {
    const moved = Number.parseFloat(container.style.marginTop) || 0;
    const { top, bottom, left, right } = container.getBoundingClientRect();
    const box = { top: top - moved, bottom: bottom - moved, left, right };
    const buttons = [...document.querySelectorAll(ACTIONS)]
      .filter((button) => !container.contains(button))
      .map((button) => button.getBoundingClientRect())
      .filter(isInSight);
    container.style.marginTop = `${clearTop(box, buttons, window.innerHeight) - box.top}px`;
  }
}

function useClearOfActions(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = () => {
      clearInterval(timer);
      timer = undefined;
    };
    const unsubscribe = toast.onChange(() => {
      requestAnimationFrame(makeWay);
      timer ??= setInterval(() => {
        if (document.querySelector('.Toastify__toast') === null) stop();
        else makeWay();
      }, LOOK_MS);
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, []);
}

export function Toasts() {
  const { t } = useTranslation('ui');
  const scheme = useComputedColorScheme('light');
  useClearOfActions();
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
