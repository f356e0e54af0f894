import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHoverPopup } from './use-hover-popup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function given() {
  let isOpen = false;
  const popup = createHoverPopup((open) => void (isOpen = open));
  const at = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    return isOpen;
  };
  return { popup, at };
}

describe('the support pop-up', () => {
  it('opens 50 ms after the pointer came', () => {
    const { popup, at } = given();
    popup.enterTarget();
    expect([at(49), at(1)]).toEqual([false, true]);
  });

  it('does not open for a pointer that only passes', () => {
    const { popup, at } = given();
    popup.enterTarget();
    at(40);
    popup.leaveTarget();
    expect(at(1000)).toBe(false);
  });

  it('closes 300 ms after the pointer left what opens it, unless it went into the pop-up', () => {
    const { popup, at } = given();
    popup.open();
    popup.leaveTarget();
    expect([at(299), at(1)]).toEqual([true, false]);
    popup.open();
    popup.leaveTarget();
    at(200);
    popup.enterPopup();
    expect(at(5000)).toBe(true);
  });

  it('closes 70 ms after the pointer left the pop-up itself', () => {
    const { popup, at } = given();
    popup.open();
    popup.leavePopup();
    expect([at(69), at(1)]).toEqual([true, false]);
  });

  it('hides when the page scrolls, and hears no hovering for 50 ms', () => {
    const { popup, at } = given();
    popup.open();
    popup.scroll();
    expect(at(0)).toBe(false);
    at(49);
    popup.enterTarget();
    expect(at(200)).toBe(false);
    popup.enterTarget();
    expect(at(50)).toBe(true);
  });
});
