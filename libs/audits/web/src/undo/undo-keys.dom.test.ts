import { undoKeyOf } from '@cotejo/ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForUndo } from './undo-keys.ts';

const acts = { undo: vi.fn(), redo: vi.fn() };
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  acts.undo.mockClear();
  acts.redo.mockClear();
  stop = listenForUndo(acts);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const press = (target: Element, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', {
    key: 'z',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
    ...more,
  });
  target.dispatchEvent(event);
  return event;
};
function put<Name extends keyof HTMLElementTagNameMap>(name: Name, into: Element = document.body) {
  const element = document.createElement(name);
  into.append(element);
  return element;
}

describe('keys of undo', () => {
  it.each([
    [{ key: 'z', ctrlKey: true }, 'undo'],
    [{ key: 'z', metaKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'z', metaKey: true, shiftKey: true }, 'redo'],
    [{ key: 'y', ctrlKey: true }, 'redo'],
    [{ key: 'z' }, null],
    [{ key: 'z', ctrlKey: true, altKey: true }, null],
    [{ key: 'x', ctrlKey: true }, null],
  ])('%j: %s', (event, way) => {
    const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
    expect(undoKeyOf({ ...none, ...event })).toBe(way);
  });

  it('act from anything that is not typed in', () => {
    const radio = put('input');
    radio.type = 'radio';
    for (const element of [document.body, put('button'), radio])
      expect(press(element).defaultPrevented).toBe(true);
    expect(acts.undo).toHaveBeenCalledTimes(3);
  });

  it('leave alone what an editor already undid', () => {
    const editor = put('div');
    editor.addEventListener('keydown', (event) => event.preventDefault());
    press(editor);
    expect(acts.undo).not.toHaveBeenCalled();
  });

  it('in a field with unsaved input that the browser undoes leave the plan alone', () => {
    const field = put('input');
    field.focus();
    field.value = '12';
    expect(press(field).defaultPrevented).toBe(false);
    field.dispatchEvent(new Event('input'));
    vi.runAllTimers();
    expect(acts.undo).not.toHaveBeenCalled();
  });

  it('in a field whose input the browser cannot undo go on to the plan', () => {
    const field = put('input');
    field.focus();
    field.value = '12';
    press(field);
    vi.runAllTimers();
    expect(acts.undo).toHaveBeenCalledOnce();
  });

  it('in a field that holds what was saved undo the plan', () => {
    const field = put('textarea');
    field.focus();
    press(field);
    expect(acts.undo).toHaveBeenCalledOnce();
    field.value = 'Guardado';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    press(field);
    expect(acts.undo).toHaveBeenCalledTimes(2);
  });

  it('do nothing to the plan behind a dialog; a worksheet on a phone is none', () => {
    const area = put('div');
    area.dataset['dockArea'] = '';
    const dialogs = [put('div', area), put('div')];
    dialogs.forEach((dialog) => {
      dialog.setAttribute('role', 'dialog');
      dialog.setAttribute('aria-modal', 'true');
    });
    press(document.body);
    expect(acts.undo).not.toHaveBeenCalled();
    dialogs[1]?.remove();
    press(document.body);
    expect(acts.undo).toHaveBeenCalledOnce();
  });
});
