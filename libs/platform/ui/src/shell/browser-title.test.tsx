import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import { describe, expect, it } from 'vitest';
import { useBrowserTitle, usePageTitle, type BrowserTitle } from './slots.tsx';

function Page({ name }: { readonly name: string }) {
  usePageTitle(name);
  return null;
}

function Shell({ page, ...title }: BrowserTitle & { readonly page: string | null }) {
  useBrowserTitle(title);
  return page === null ? null : <Page name={page} />;
}

const titleOf = (shell: BrowserTitle & { readonly page: string | null }): string => {
  render(
    <Provider>
      <Shell {...shell} />
    </Provider>,
  );
  return document.title;
};

describe("the browser's title", () => {
  it.each([
    [{ page: null }, 'Cotejo'],
    [{ page: 'Compras' }, 'Compras · Cotejo'],
    [{ page: null, fallback: 'Auditoría' }, 'Auditoría · Cotejo'],
    [{ page: 'Compras', fallback: 'Auditoría' }, 'Compras · Cotejo'],
    [{ page: 'Compras', marker: '[Desarrollo]' }, '[Desarrollo] Compras · Cotejo'],
    [{ page: null, marker: '[Desarrollo]' }, '[Desarrollo] Cotejo'],
  ])('with %j: %s', (shell, title) => {
    expect(titleOf({ product: 'Cotejo', ...shell })).toBe(title);
  });
});
