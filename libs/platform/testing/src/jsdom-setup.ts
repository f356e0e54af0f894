import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-toastify';
import { afterAll, afterEach, vi } from 'vitest';
import { PATIENCE_MS } from './patience-ms.ts';

/** Missing in jsdom, but used by the component library on rendering. */

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

configure({ asyncUtilTimeout: PATIENCE_MS });
afterEach(() => cleanup());

/** Pending timers: after the end of the test file they would fire in another file's document, or in none. */
const putOff = new Set<ReturnType<typeof setTimeout>>();
const plain = globalThis.setTimeout;
const noted = (run: (...told: unknown[]) => void, milliseconds?: number, ...told: unknown[]) => {
  const timer = plain(() => {
    putOff.delete(timer);
    run(...told);
  }, milliseconds);
  putOff.add(timer);
  return timer;
};
globalThis.setTimeout = Object.assign(noted, plain);

// Files in the same worker share its window.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Undisplayed toasts would be shown by the next screen that displays toasts.
  toast.dismiss();
  for (const timer of putOff) clearTimeout(timer);
  globalThis.setTimeout = plain;
  document.body.replaceChildren();
  document.title = '';
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
});

vi.stubGlobal('ResizeObserver', SilentResizeObserver);

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string): MediaQueryList => ({
    media: query,
    // Tests run with reduced motion, so as not to wait for animations.
    matches: query.includes('prefers-reduced-motion'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

// Growing text areas listen here, to measure themselves again once fonts are loaded.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
document.elementFromPoint = () => null;

const computeStyle = window.getComputedStyle.bind(window);
// jsdom doesn't compute pseudo-elements and warns on the console at each call.
window.getComputedStyle = (element) => computeStyle(element);
