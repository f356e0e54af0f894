import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeKeysSoon } from './take-keys-soon.ts';

let draw: FrameRequestCallback = () => undefined;
const [tree, field, button] = ['div', 'input', 'button'].map((name) => {
  const element = document.createElement(name);
  element.tabIndex = 0;
  return element;
}) as [HTMLElement, HTMLElement, HTMLElement];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    draw = callback;
    return 1;
  });
  document.body.replaceChildren(tree, field, button);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const soon = async (): Promise<void> => {
  takeKeysSoon(() => tree.focus());
  await Promise.resolve();
  expect(document.activeElement).toBe(tree);
};
const goTo = (element: HTMLElement): void => {
  element.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  element.focus();
};

it('takes the focus before the next key, and from what the next frame gave it to', async () => {
  await soon();
  field.focus();
  draw(0);
  expect(document.activeElement).toBe(tree);
});

it('leaves it in a field that the user went to before that frame', async () => {
  await soon();
  goTo(field);
  draw(0);
  vi.runAllTimers();
  expect(document.activeElement).toBe(field);
});

it('takes it back from a button, as from the anchor of a closed menu', async () => {
  await soon();
  goTo(button);
  draw(0);
  expect(document.activeElement).toBe(tree);
});

it('takes it once more from the body, where a closed dialog left it', async () => {
  await soon();
  draw(0);
  tree.blur();
  vi.runAllTimers();
  expect(document.activeElement).toBe(tree);
});
