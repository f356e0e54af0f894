import { beforeEach, expect, it } from 'vitest';
import { handleStackKey } from './stack-keys.ts';

const keys = { turn: () => undefined, step: () => undefined, focusTree: () => undefined };
const area = document.createElement('div');
const press = (key: string): boolean =>
  handleStackKey({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }, area, keys);
const tab = (isChosen: boolean) => `<button role="tab" aria-selected="${String(isChosen)}"></button>`;
const chosen = () => area.querySelector<HTMLElement>('[role=tablist]')?.dataset['chose'];
const focus = (selector: string) => area.querySelector<HTMLElement>(selector)?.focus();

beforeEach(() => {
  const tabs = [true, false, false].map(tab).join('');
  area.innerHTML = `<section role="dialog" tabindex="-1"><div role="tablist">${tabs}</div><input></section>`;
  for (const each of area.querySelectorAll<HTMLElement>('[role=tab]'))
    each.addEventListener('click', () => {
      const list = area.querySelector<HTMLElement>('[role=tablist]');
      if (list) list.dataset['chose'] = [...list.children].indexOf(each).toString();
    });
  document.body.append(area);
});

it.each([
  ['ArrowRight', '1'],
  ['ArrowLeft', '2'],
])('%s goes to the part beside, once the worksheet has the focus', (key, part) => {
  focus('section');
  expect(press(key)).toBe(true);
  expect(chosen()).toBe(part);
});

it('the arrows of a field are its own', () => {
  focus('input');
  expect(press('ArrowRight')).toBe(false);
  expect(chosen()).toBeUndefined();
});
