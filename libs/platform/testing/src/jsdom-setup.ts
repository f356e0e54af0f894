import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { toast } from 'react-toastify';
import { afterAll, afterEach, vi } from 'vitest';
import { PATIENCE_MS } from './patience-ms.ts';

/** What jsdom lacks and the component library asks for as soon as it renders. */

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

configure({ asyncUtilTimeout: PATIENCE_MS });
afterEach(() => cleanup());

/** Timers that a screen set and did not clear: once the file is over they would meet another's document, or none. */
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

// Files that share a worker share its window.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Told to nobody, because no screen showed toasts: whoever does next would show them.
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
    // Nobody waits for animations in a test.
    matches: query.includes('prefers-reduced-motion'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

// Text areas that grow measure themselves again once fonts are there.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
document.elementFromPoint = () => null;

const computeStyle = window.getComputedStyle.bind(window);
// jsdom doesn't compute pseudo-elements and says so on the console at each call.
window.getComputedStyle = (element) => computeStyle(element);
