import type { FollowHandlers } from '@cotejo/live/client';
import { WORKSHEET_TEXTS_TOPIC, type TextRevisionRow } from '@cotejo/worksheets-contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ana, itemOf, luis, OpenWorksheet } from '../host/open-worksheet.fixture.tsx';
import { TextRevisions } from './text-revisions.tsx';

const AUDIT = '00000009-0000-4000-8000-000000000001';
const author = { id: luis.id, name: luis.name, sigla: luis.initials };
const revision = (rev: number) =>
  ({
    modelo_id: itemOf(1),
    campo: 'evidence',
    rev,
    caracteres: 9,
    autores: [author],
    momento: '2026-03-02T15:00:00.000Z',
    version: rev,
  }) as unknown as TextRevisionRow;
/** Two revisions of the evidence of a step. */
async function show(...signers: readonly { readonly id: string; readonly name: string }[]) {
  const kept = [revision(2), revision(1)];
  const post = vi.fn(async () => ({ restaurada: true }));
  let feed: FollowHandlers | null = null;
  const get = async (path: string) => {
    if (path.endsWith('/revisiones/')) return { revisiones: [...kept], hay_mas: false };
    if (path.endsWith('/textos/')) return { textos: [kept[0]] };
    if (path.endsWith(`/tree/${itemOf(1)}/`)) return { firmas: { completado: signers, revisado: [] } };
    return { ...kept.at(-1), cuerpo: null, texto: '', redactado: false, alterado: false, diferencias: [] };
  };
  new OpenWorksheet({
    items: { 1: { type: 'step', status: 'completed' } },
    workspace: {
      api: { get, post },
      follow: (topic, _key, _cursor, handlers) => {
        if (topic === WORKSHEET_TEXTS_TOPIC) feed = handlers;
        return () => undefined;
      },
    },
  }).show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TextRevisions auditId={AUDIT} itemId={itemOf(1)} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: /versión 1/ }));
  return {
    post,
    restore: async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Volver a esta versión' })),
    told: async (row: TextRevisionRow) => {
      kept.unshift(row);
      await act(async () =>
        feed?.onFrame({ topic: WORKSHEET_TEXTS_TOPIC, key: AUDIT, from: 5, to: 6, rows: [row] }),
      );
    },
  };
}

it('an earlier version of a signed text comes back once its signatures may fall, by name', async () => {
  const { post, restore } = await show(luis, ana);
  await restore();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/se retiran las firmas de Luis Paz y Ana Ruiz/)).toBeInTheDocument();
  expect(post).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Volver a esta versión' }));
  await waitFor(() => expect(post).toHaveBeenCalledOnce());
});

it('an earlier version of a text without signatures comes back at once', async () => {
  const { post, restore } = await show();
  await restore();
  await waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a version that is written meanwhile is listed', async () => {
  const { told } = await show();
  await told(revision(3));
  expect(await screen.findByRole('button', { name: /versión 3/ })).toBeInTheDocument();
});
