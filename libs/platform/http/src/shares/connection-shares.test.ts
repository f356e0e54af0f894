import { expect, it } from 'vitest';
import { connectionShares } from './connection-shares.ts';

it('refuses a greedy account its next connection, and its neighbour none', () => {
  const share = connectionShares(2, 3);
  const of = (accountId: string, userId: string) => share({ accountId, userId });
  const first = of('greedy', 'ana');
  expect(first && of('greedy', 'ana')).not.toBeNull();
  expect(of('greedy', 'ana')).toBeNull();
  expect(of('greedy', 'leo')).not.toBeNull();
  expect(of('greedy', 'eva')).toBeNull();
  expect([of('other', 'ana'), of('other', 'leo')].includes(null)).toBe(false);
  first?.();
  expect(of('greedy', 'eva')).not.toBeNull();
});
