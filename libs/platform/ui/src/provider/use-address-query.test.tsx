import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressQuery } from './use-address-query.ts';

const withParam =
  (name: string, value: string) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    next.set(name, value);
    return next;
  };

function Page() {
  const [query, setQuery] = useAddressQuery();
  const changeTwice = () => {
    setQuery(withParam('orden', 'nombre'));
    setQuery(withParam('abierto', '7'), { replace: true });
  };
  return (
    <button type="button" onClick={changeTwice}>
      {query.toString()}
    </button>
  );
}

it('keeps the first of two changes that are made before either is rendered', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: ['/?ano=2026'] });
  render(<RouterProvider router={router} />);
  const button = screen.getByRole('button');
  await act(async () => button.click());
  expect(screen.getByRole('button').textContent).toBe('ano=2026&orden=nombre&abierto=7');
});
