import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** What jsdom lacks and the component library asks for as soon as it renders. */

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

afterEach(() => cleanup());

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
