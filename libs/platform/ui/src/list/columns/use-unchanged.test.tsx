import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useUnchanged } from './use-unchanged.ts';

it('keeps the identity of equal values only', () => {
  const first = ['a'];
  const { result, rerender } = renderHook(({ value }) => useUnchanged(value), {
    initialProps: { value: first },
  });
  rerender({ value: ['a'] });
  expect(result.current).toBe(first);
  const next = ['a', 'b'];
  rerender({ value: next });
  expect(result.current).toBe(next);
  rerender({ value: ['a', 'b'] });
  expect(result.current).toBe(next);
});
