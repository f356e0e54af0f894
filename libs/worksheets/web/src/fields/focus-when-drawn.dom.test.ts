import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showNotedField } from '../notes/show-noted-field.ts';
import { showField } from '../signatures/show-field.ts';
import { inSight } from './focus-when-drawn.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no layout: elements that are not hidden count as drawn.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(function (this: HTMLElement) {
    return this.closest('[hidden]') ? null : document.body;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const draw = (html: string): void => document.body.insertAdjacentHTML('beforeend', html);
const field = (control: string): string =>
  `<div data-field="impact">${control}<button data-notes-at="impact">1</button></div>`;
const focused = (): string | undefined => document.activeElement?.tagName;

describe.each([
  ['a note leads to', showNotedField],
  ['what is missing leads to', showField],
])('the field that %s', (_name, show) => {
  it('has the keys as soon as it is drawn, also seconds later', () => {
    show('impact');
    vi.advanceTimersByTime(6_000);
    draw(field('<input>'));
    vi.advanceTimersByTime(100);
    expect(focused()).toBe('INPUT');
  });

  it('is the one in sight', () => {
    draw(`<div hidden>${field('<input>')}</div>${field('<textarea></textarea>')}`);
    expect(inSight('[data-field]')?.querySelector('textarea')).not.toBeNull();
    show('impact');
    vi.advanceTimersByTime(100);
    expect(focused()).toBe('TEXTAREA');
  });

  it('takes the keys from nobody who writes somewhere else meanwhile', () => {
    draw('<select></select>');
    show('impact');
    vi.advanceTimersByTime(500);
    document.querySelector('select')?.focus();
    draw(field('<input>'));
    vi.advanceTimersByTime(20_000);
    expect(focused()).toBe('SELECT');
  });

  it('gives way to the one that was asked for last', () => {
    show('impact');
    show('probability');
    draw(`${field('<input>')}<div data-field="probability"><textarea></textarea>
      <button data-notes-at="probability">1</button></div>`);
    vi.advanceTimersByTime(20_000);
    expect(focused()).toBe('TEXTAREA');
  });
});

describe('a field that a note leads to', () => {
  it('where nothing may be written leaves the keys with its notes', () => {
    draw(field('<input disabled>'));
    showNotedField('impact');
    vi.advanceTimersByTime(20_000);
    expect(focused()).toBe('BUTTON');
  });

  it('has them once its editor is made', () => {
    draw(field('<p contenteditable="false" tabindex="0"></p>'));
    showNotedField('impact');
    vi.advanceTimersByTime(4_000);
    expect(focused()).toBe('BUTTON');
    document.querySelector('p')?.setAttribute('contenteditable', 'true');
    vi.advanceTimersByTime(100);
    expect(focused()).toBe('P');
  });
});
