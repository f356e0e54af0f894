import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRestingValue } from './use-resting-value.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('follows a value now and then, and always comes to the last one', () => {
  const seen: number[] = [];
  const { rerender } = renderHook(
    ({ value }) => {
      const shown = useRestingValue(value, 400);
      if (seen.at(-1) !== shown) seen.push(shown);
    },
    { initialProps: { value: 0 } },
  );
  for (let value = 1; value <= 100; value++) {
    rerender({ value });
    act(() => void vi.advanceTimersByTime(20));
  }
  act(() => void vi.advanceTimersByTime(400));
  expect(seen.length).toBeLessThanOrEqual(7);
  expect(seen.at(-1)).toBe(100);
});
