import { act, render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { filterAtom } from '../plan-atoms.ts';
import { useFilterInAddress } from './filter-address.ts';
import { NO_FILTER } from './plan-filter.ts';

/** A router whose address changes only when the test says so. */
let params = new URLSearchParams();
const written: URLSearchParams[] = [];
vi.mock('react-router', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSearchParams: () => [
    params,
    (change: (now: URLSearchParams) => URLSearchParams) => written.push(change(params)),
  ],
}));

function Page() {
  useFilterInAddress();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  params = new URLSearchParams();
  written.length = 0;
});
afterEach(() => vi.useRealTimers());

function show() {
  const store = createStore();
  const page = (
    <Provider store={store}>
      <Page />
    </Provider>
  );
  const { rerender } = render(page);
  const arrive = (next: URLSearchParams) => {
    params = next;
    rerender(
      <Provider store={store}>
        <Page />
      </Provider>,
    );
  };
  const rest = () => act(() => void vi.advanceTimersByTime(300));
  return { store, arrive, rest };
}

it('an address that arrives late does not undo a later choice', () => {
  const { store, arrive, rest } = show();
  store.set(filterAtom, { ...NO_FILTER, assignees: ['laura'] });
  rest();
  const both = { ...NO_FILTER, assignees: ['laura'], types: ['control'] as const };
  store.set(filterAtom, both);
  rest();
  const [first, second] = written;
  if (!first || !second) throw new Error('both are written');
  arrive(first);
  expect(store.get(filterAtom)).toBe(both);
  arrive(second);
  expect(store.get(filterAtom)).toBe(both);
});

it('an address that the user goes back to is followed', () => {
  const { store, arrive, rest } = show();
  store.set(filterAtom, { ...NO_FILTER, text: 'pagos' });
  rest();
  arrive(written[0] ?? params);
  arrive(new URLSearchParams('q=compras'));
  expect(store.get(filterAtom).text).toBe('compras');
});
