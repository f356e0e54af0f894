import { useEffect, type KeyboardEvent, type RefObject } from 'react';

const buttonsIn = (toolbar: HTMLElement | null): readonly HTMLButtonElement[] => [
  ...(toolbar?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
];

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A toolbar is one Tab stop; arrow keys, Home and End move between its tools. */
export function useToolbarKeys(toolbar: RefObject<HTMLElement | null>): {
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  useEffect(() => {
    const buttons = buttonsIn(toolbar.current);
    const current =
      buttons.find((one) => one === document.activeElement) ?? buttons.find(isStop) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
  });
  return {
    onKeyDown(event) {
      const buttons = buttonsIn(toolbar.current);
      const at = buttons.findIndex((one) => one === document.activeElement);
      const step = STEP[event.key];
      const next =
        step === undefined
          ? { Home: 0, End: buttons.length - 1 }[event.key]
          : (at + step + buttons.length) % buttons.length;
      const target = next === undefined || at < 0 ? undefined : buttons[next];
      if (!target) return;
      event.preventDefault();
      for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
      target.focus();
    },
  };
}

const isStop = ({ tabIndex }: HTMLButtonElement): boolean => tabIndex === 0;
