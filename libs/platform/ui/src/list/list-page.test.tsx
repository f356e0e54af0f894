import '@testing-library/jest-dom/vitest';
import { tableDocument } from '@cotejo/documents';
import { createI18n } from '@cotejo/i18n';
import { ApiError, type BytesAnswer } from '@cotejo/http/client';
import type { FollowHandlers } from '@cotejo/live/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/ui-provider.tsx';
import { giveRoom, givenWorkspace } from '../testing/index.ts';
import { uiTranslations } from '../translations.ts';
import { WorkspaceProvider } from '../workspace/workspace.tsx';
import type { ListColumn } from './columns/list-column.ts';
import { ListPage } from './list-page.tsx';
import { MOST_VIEW_NAME } from './stored-list.ts';
import { MOST_LIST_ROWS, readRowsAhead, useRows, type RowsPage, type RowsSource } from './use-rows.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly state: string;
}
const row = (id: string, name: string, part: Partial<Row> = {}): Row => ({
  ...{ id, name, version: 1, state: 'open' },
  ...part,
});
const changeOf = (raw: unknown) => {
  const { id, version, isGone } = raw as Row & { isGone?: true };
  return { id, version, row: isGone ? null : (raw as Row) };
};
const page = (rows: readonly Row[], hasMore = false): RowsPage<Row> => ({
  ...{ changes: rows.map(changeOf), cursor: 7, hasMore },
});
/** Called for each row that is drawn. */
const drawn = vi.fn<(name: string) => void>();
const COLUMNS: readonly ListColumn<Row>[] = [
  {
    ...{ id: 'name', label: 'Nombre', kind: 'text', value: ({ name }: Row) => name },
    cell: ({ name }) => {
      drawn(name);
      return name;
    },
  },
  {
    ...{ id: 'state', label: 'Estado', kind: 'choice', value: ({ state }: Row) => state },
    options: [
      { value: 'open', label: 'Abierta' },
      { value: 'done', label: 'Hecha' },
    ],
  },
];

const getBytes = vi.fn<(path: string, options: { readonly body: string }) => Promise<BytesAnswer>>();
const open = vi.fn<(row: Row) => void>();
const run = vi.fn<(row: Row) => Promise<void>>(async () => undefined);
const first = vi.fn<() => Promise<RowsPage<Row>>>();
const after = vi.fn<(cursor: number) => Promise<RowsPage<Row>>>();
let feed: FollowHandlers & { readonly cursor: number };

const SOURCE: RowsSource<Row> = {
  ...{ key: ['things'], first, after, change: changeOf },
  feed: { topic: 'things', key: 'a' },
};

function Screen() {
  const rows = useRows<Row>(SOURCE);
  return (
    <ListPage
      name="things"
      title="Cosas"
      columns={COLUMNS}
      rows={rows}
      idOf={({ id }) => id}
      titleOf={({ name }) => name}
      open={open}
      bulk={[{ id: 'end', label: 'Terminar', appliesTo: ({ state }) => state === 'open', run }]}
      empty={{ title: 'Nada todavía' }}
    />
  );
}

function show(address = '/', queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: [address] });
  const follow = (_topic: string, _key: string, cursor: number, handlers: FollowHandlers) => {
    feed = { ...handlers, cursor };
    return () => undefined;
  };
  render(
    <QueryClientProvider client={queries}>
      <UiProvider i18n={createI18n({ language: 'es', resources: [uiTranslations] })} env="test">
        <WorkspaceProvider
          workspace={givenWorkspace({ follow, api: { getBytes }, me: { name: 'Ana Ruiz' } })}
        >
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  return router;
}
const names = () =>
  screen
    .queryAllByRole('row')
    .flatMap((each) => within(each).queryAllByRole('gridcell')[1]?.textContent ?? []);
const tell = (...rows: (Row & { isGone?: true })[]) =>
  act(() => feed.onFrame({ topic: 'things', key: 'a', from: 7, to: 8, rows }));

beforeEach(giveRoom);
beforeEach(() => {
  localStorage.clear();
  first.mockResolvedValue(page([row('1', 'Beta'), row('2', 'Alfa', { state: 'done' }), row('3', 'Gama')]));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('a list', () => {
  it('draws anew only the rows that change', async () => {
    show();
    await screen.findByRole('grid', { name: 'Cosas' });
    await userEvent.type(screen.getByRole('searchbox'), 'a');
    await expect.poll(names).toHaveLength(3);
    drawn.mockClear();
    await userEvent.type(screen.getByRole('searchbox'), 'm');
    await expect.poll(names).toEqual(['Gama']);
    expect(drawn).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByRole('searchbox'));
    await expect.poll(names).toHaveLength(3);
    drawn.mockClear();
    await tell(row('1', 'Beta II', { version: 2 }));
    await expect.poll(names).toContain('Beta II');
    expect(new Set(drawn.mock.calls.map(([name]) => name))).toEqual(new Set(['Beta II']));
    drawn.mockClear();
    await tell(row('1', 'Beta II', { version: 2 }), row('2', 'Alfa', { state: 'done' }), row('3', 'Gama'));
    await tell(row('3', 'Gama II', { version: 2 }));
    await expect.poll(names).toContain('Gama II');
    expect(new Set(drawn.mock.calls.map(([name]) => name))).toEqual(new Set(['Gama II']));
  });

  it('shows rows that were read ahead, and follows what changed since', async () => {
    const queries = new QueryClient();
    await readRowsAhead(queries, SOURCE);
    show('/', queries);
    expect(names()).toHaveLength(3);
    expect(first).toHaveBeenCalledOnce();
    await waitFor(() => expect(feed.cursor).toBe(7));
    await tell(row('1', 'Beta II', { version: 2 }));
    await expect.poll(names).toContain('Beta II');
  });

  it('is walked, opened and chosen from by keyboard', async () => {
    show();
    const grid = await screen.findByRole('grid', { name: 'Cosas' });
    act(() => grid.focus());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ name: 'Alfa' }));
    expect(grid).toHaveAttribute('aria-activedescendant', screen.getAllByRole('row')[2]?.id);
    await userEvent.keyboard('{Home} ');
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Terminar' }));
    await waitFor(() => expect(run).toHaveBeenCalledWith(expect.objectContaining({ name: 'Beta' })));
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Buscar' })).toHaveFocus();
  });

  it('is searched, ordered, grouped and filtered, all of which its address says', async () => {
    const router = show('/?f.state=open&grupo=state');
    await screen.findByRole('treegrid');
    expect(screen.getByText('Estado: Abierta')).toBeInTheDocument();
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toContain('Abierta2 filas');
    await userEvent.click(screen.getByRole('button', { name: 'Quitar el filtro de Estado' }));
    await userEvent.click(screen.getByRole('button', { name: 'Agrupado por Estado' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'No agrupar' }));
    await userEvent.click(screen.getByRole('button', { name: 'Nombre' }));
    await waitFor(() => expect(names()).toEqual(['Alfa', 'Beta', 'Gama']));
    await userEvent.click(screen.getByRole('button', { name: 'Nombre' }));
    await userEvent.type(screen.getByRole('searchbox'), 'a m');
    await waitFor(() => expect(names()).toEqual(['Gama']));
    // The URL follows after a rest.
    await waitFor(() => expect(router.state.location.search).toBe('?q=a+m&orden=-name'));
  });

  it('says that nothing matches, and leads back to everything', async () => {
    show('/?q=zeta');
    await screen.findByText('Nada coincide con la búsqueda o los filtros');
    await userEvent.click(screen.getByRole('button', { name: 'Quitar búsqueda y filtros' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  it('turns its order round with each of two clicks before the address is drawn', async () => {
    const router = show();
    const heading = await screen.findByRole('button', { name: 'Nombre' });
    act(() => {
      heading.click();
      heading.click();
    });
    await waitFor(() => expect(router.state.location.search).toBe('?orden=-name'));
    await waitFor(() => expect(names()).toEqual(['Gama', 'Beta', 'Alfa']));
  });

  it('keeps a view by its name', async () => {
    const router = show('/?f.state=done');
    await screen.findByRole('grid');
    await userEvent.click(screen.getByRole('button', { name: 'Vistas guardadas' }));
    const box = await screen.findByRole('textbox', { name: 'Nombre de la vista' });
    expect(box).toHaveAttribute('maxlength', String(MOST_VIEW_NAME));
    await userEvent.type(box, 'Hechas{Enter}');
    await act(() => router.navigate('/'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hechas' }));
    await waitFor(() => expect(names()).toEqual(['Alfa']));
  });

  it('goes out as a document of what is shown, in the format that is picked', async () => {
    getBytes.mockResolvedValue({ headers: new Headers(), bytes: new Uint8Array([1]) });
    const keep = vi.fn<(content: Blob) => string>(() => 'blob:x');
    Object.assign(URL, { createObjectURL: keep, revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    show('/?f.state=open&orden=-name');
    await screen.findByRole('grid');
    await userEvent.click(screen.getByRole('button', { name: 'Exportar' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Word (.docx)' }));
    await waitFor(() => expect(keep).toHaveBeenCalledTimes(1));
    const [path, { body }] = getBytes.mock.calls[0] ?? ['', { body: '' }];
    expect([path, tableDocument.parse(JSON.parse(body))]).toEqual([
      '/documentos/',
      {
        format: 'docx',
        title: 'Cosas',
        facts: [
          ['Generado', expect.stringMatching(/^por Ana Ruiz, el /)],
          ['Estado', 'Abierta'],
          ['Orden', 'Nombre, descendente'],
          ['Filas', '2 filas'],
        ],
        columns: [
          { title: 'Nombre', kind: 'text', width: 10 },
          { title: 'Estado', kind: 'text', width: 10 },
        ],
        rows: [
          ['Gama', 'Abierta'],
          ['Beta', 'Abierta'],
        ],
      },
    ]);
  });

  it('that has no rows says so', async () => {
    first.mockResolvedValue(page([]));
    show();
    await screen.findByText('Nada todavía');
  });

  it('that could not be read says why, and is asked for again', async () => {
    first.mockRejectedValueOnce(new ApiError(500, { error: 'El servidor falló.', code: 'internal' }));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('El servidor falló.');
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('grid');
  });
});

describe('the rows of a list', () => {
  it('are so many at most, and the reader is told that there are more', async () => {
    const many = Array.from({ length: MOST_LIST_ROWS }, (_, at) => row(String(at), `Fila ${at}`));
    first.mockResolvedValue(page(many, true));
    show();
    await screen.findByText('Se muestran 10.000 filas; hay más.');
    expect(after).not.toHaveBeenCalled();
  });

  it('move with the feed: a change is marked, what is gone leaves, what is old changes nothing', async () => {
    show();
    await screen.findByRole('grid');
    expect(feed.cursor).toBe(7);
    tell(row('3', 'Omega', { version: 2 }), { ...row('2', 'Alfa', { version: 2 }), isGone: true });
    await waitFor(() => expect(names()).toEqual(['Beta', 'Omega']));
    expect(document.querySelector('[data-row="3"]')).toHaveAttribute('data-fresh');
    tell(row('3', 'Gama'));
    expect(names()).toEqual(['Beta', 'Omega']);
  });

  it('come beyond the first page, what the feed told meanwhile among them', async () => {
    let release: (page: RowsPage<Row>) => void = () => undefined;
    first.mockResolvedValue(page([row('1', 'Beta')], true));
    after.mockResolvedValueOnce(page([row('1', 'Beta')], true));
    after.mockReturnValueOnce(new Promise((resolve) => (release = resolve)));
    show();
    await waitFor(() => expect(names()).toEqual(['Beta']));
    tell(row('9', 'Nueva'));
    act(() => release(page([row('2', 'Alfa')])));
    await waitFor(() => expect(names()).toEqual(['Beta', 'Alfa', 'Nueva']));
    expect(after.mock.calls.map(([cursor]) => cursor)).toEqual([-1, 7]);
  });

  it('say that they may be behind while the feed is interrupted', async () => {
    show();
    await screen.findByRole('grid');
    vi.useFakeTimers();
    act(() => feed.onState?.('waiting'));
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByText(/Sin conexión en vivo/)).toBeInTheDocument();
    act(() => feed.onState?.('live'));
    expect(screen.queryByText(/Sin conexión en vivo/)).toBeNull();
    vi.useRealTimers();
  });
});
