import type { AuditDetail, ItemType } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import type { TreeNode } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import type { WorksheetContentsView, WorksheetTextView } from '@cotejo/worksheets-contracts';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { file, fileId, luis, step } from '../attachments/attachments.fixture.tsx';
import { noteId } from '../notes/notes.fixture.tsx';
import { worksheetsTranslations } from '../translations.ts';
import { PastContents } from './past-contents.tsx';
import type { PastContentsProps } from './past-props.ts';

const AUDIT = '00000001-0000-4000-8000-000000000099';
const node = { id: step, type: 'step' as ItemType, values: {}, fields: {} } as unknown as TreeNode;

const written = (
  rev: number,
  words: string | null,
  more: Partial<WorksheetTextView> = {},
): WorksheetTextView => ({
  campo: 'conclusion',
  rev,
  caracteres: 0,
  autores: [luis],
  momento: '2026-03-02T15:00:00.000Z',
  version: rev,
  cuerpo:
    words === null
      ? null
      : { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  texto: words ?? '',
  redactado: false,
  alterado: false,
  ...more,
});
const note = {
  id: noteId(1),
  status: 'ABIERTA',
  created_by: luis,
  descripcion: `¿Y el soporte, @[${luis.id}]?`,
  created_at: '2026-03-02',
  momento: '2026-03-02T15:00:00.000Z',
  comentarios: [],
  firmas: { completado: [], revisado: [] },
  modelo_id: step,
  campo: 'conclusion',
  orden: 1,
  version: 1,
} as const satisfies WorksheetContentsView['notas'][number];

type Contents = Partial<Pick<WorksheetContentsView, 'textos' | 'adjuntos' | 'notas'>>;

/** A worksheet at version 3, compared with 7; unspecified content is empty. */
function show(
  versions: Readonly<Record<number, Contents | ApiError>>,
  more: Partial<PastContentsProps> & { readonly may?: boolean; readonly signers?: readonly object[] } = {},
) {
  const { may = true, signers = [], ...props } = more;
  const get = vi.fn(async (path: string, { query }: { readonly query: { readonly version: string } }) => {
    if (path.endsWith(`/tree/${step}/`)) return { firmas: { completado: signers, revisado: signers } };
    const told = versions[Number(query.version)];
    if (told instanceof ApiError) throw told;
    return { modelo_id: step, version: Number(query.version), textos: [], adjuntos: [], notas: [], ...told };
  });
  const post = vi.fn(async (path: string) =>
    path.includes('/adjuntos/') ? { restaurado: true } : { restaurada: true },
  );
  const workspace = givenWorkspace({ api: { get, post }, me: { id: luis.id } });
  const audit = {
    id: AUDIT,
    permissions: { 'plan.treeitem__edit': may },
    equipo: [{ usuario: { id: luis.id, name: luis.name, sigla: 'LP' }, rol: 'auditor' }],
  } as unknown as AuditDetail;
  const i18n = createI18n({
    resources: [
      uiTranslations,
      worksheetsTranslations,
      worksheetsContractsTranslations,
      auditsContractsTranslations,
    ],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiProvider i18n={i18n} env="test">
        <WorkspaceProvider workspace={workspace}>
          <PastContents audit={audit} item={node} version={3} other={7} isLater isAgainstNow {...props} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  return { get, post };
}
const text = (name: string) => screen.findByRole('article', { name });

describe('a worksheet as it was', () => {
  it('shows its texts as they were, what changed in them since, and says what nobody had written', async () => {
    show({ 3: { textos: [written(1, 'Todo bien')] }, 7: { textos: [written(2, 'Todo mal')] } });
    const conclusion = await text('Conclusión');
    expect(within(conclusion).getByText('Todo bien')).toBeInTheDocument();
    expect(within(conclusion).getByText('Qué cambió después')).toBeInTheDocument();
    expect(within(conclusion).getByRole('deletion')).toHaveTextContent('bien');
    expect(within(conclusion).getByRole('insertion')).toHaveTextContent('mal');
    expect(within(await text('Objetivo')).getByText('Nadie lo había escrito aún.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says in one line of a text that the other version does not have at all', async () => {
    show({ 3: { textos: [written(1, 'Todo bien')] } }, { isLater: false, isAgainstNow: false });
    const conclusion = await text('Conclusión');
    expect(conclusion).toHaveTextContent('Nadie lo había escrito en la otra versión.');
    expect(within(conclusion).queryByRole('insertion')).toBeNull();
  });

  it('brings a text back as a new change of now, once', async () => {
    const { post } = show({ 3: { textos: [written(1, 'Todo bien')] }, 7: { textos: [written(2, 'Mal')] } });
    const restore = await screen.findByRole('button', { name: 'Recuperar este texto: Conclusión' });
    await userEvent.click(restore);
    await waitFor(() => expect(restore).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(restore);
    expect(post).toHaveBeenCalledTimes(1);
    expect(post).toHaveBeenCalledWith(
      `/proyecto/riesgo/auditoria/${AUDIT}/tree/${step}/textos/conclusion/revisiones/1/actions/restaurar/`,
      {},
      expect.anything(),
    );
  });

  it.each<[string, Parameters<typeof show>[1], boolean]>([
    ['is offered to nobody who may not edit', { may: false }, true],
    ['is not offered against another version than now', { isAgainstNow: false }, false],
  ])('bringing a text back %s', async (_, more, isThere) => {
    const { post } = show(
      { 3: { textos: [written(1, 'Todo bien')] }, 7: { textos: [written(2, 'Mal')] } },
      more,
    );
    await text('Conclusión');
    const restore = screen.queryByRole('button', { name: /^Recuperar este texto/ });
    expect(restore !== null).toBe(isThere);
    if (restore) await userEvent.click(restore);
    expect(post).not.toHaveBeenCalled();
  });

  it('says of a text that was erased that it was, and offers nothing to bring back', async () => {
    show({ 3: { textos: [written(1, null, { redactado: true })] }, 7: { textos: [written(2, 'Mal')] } });
    expect(
      within(await text('Conclusión')).getByText('El contenido de esta versión se suprimió.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Recuperar/ })).toBeNull();
  });

  it('lists the files that stood then, and tells which came and went since', async () => {
    show({
      3: { adjuntos: [file(1), file(2, { eliminado: true }), file(3, { reemplazado: true }), file(4)] },
      7: { adjuntos: [file(1), file(4, { eliminado: true }), file(5)] },
    });
    const list = await screen.findByRole('list', { name: 'Adjuntos' });
    const [first, fourth, fifth, ...rest] = within(list).getAllByRole('listitem');
    expect(rest).toEqual([]);
    expect(first).toHaveTextContent('Acta 1.pdf');
    expect(first).not.toHaveAttribute('data-differs');
    expect(fourth).toHaveTextContent(/Acta 4\.pdf.*Después se retiró o se reemplazó\./);
    expect(fifth).toHaveTextContent('Después se agregó Acta 5.pdf.');
    expect(within(list).queryByText(fileId(2))).toBeNull();
  });

  it('brings a file back that was removed, as a new change of now, once; not one that was replaced', async () => {
    const { post } = show({
      3: { adjuntos: [file(1), file(4), file(6)] },
      7: { adjuntos: [file(1), file(4, { eliminado: true }), file(6, { reemplazado: true })] },
    });
    const restore = await screen.findByRole('button', { name: /^Recuperar este archivo/ });
    expect(restore).toHaveAccessibleName('Recuperar este archivo: Acta 4.pdf');
    await userEvent.click(restore);
    await waitFor(() => expect(restore).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(restore);
    expect(post).toHaveBeenCalledTimes(1);
    expect(post).toHaveBeenCalledWith(
      `/proyecto/riesgo/auditoria/${AUDIT}/tree/${step}/adjuntos/${fileId(4)}/actions/restaurar/`,
      {},
      expect.anything(),
    );
  });

  it('asks before the signatures of now fall, by name', async () => {
    const { post } = show(
      { 3: { textos: [written(1, 'Todo bien')] }, 7: { textos: [written(2, 'Mal')] } },
      { signers: [luis] },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Recuperar este texto: Conclusión' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/se retira la firma de Luis Paz/)).toBeInTheDocument();
    expect(post).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Recuperar este texto' }));
    await waitFor(() => expect(post).toHaveBeenCalledOnce());
  });

  it.each<[string, Parameters<typeof show>[1], boolean]>([
    ['is offered to nobody who may not edit', { may: false }, true],
    ['is not offered against another version than now', { isAgainstNow: false }, false],
  ])('bringing a file back %s', async (_, more, isThere) => {
    const { post } = show(
      { 3: { adjuntos: [file(4)] }, 7: { adjuntos: [file(4, { eliminado: true })] } },
      more,
    );
    await screen.findByRole('list', { name: 'Adjuntos' });
    const restore = screen.queryByRole('button', { name: /^Recuperar este archivo/ });
    expect(restore !== null).toBe(isThere);
    if (restore) await userEvent.click(restore);
    expect(post).not.toHaveBeenCalled();
  });

  it('has the notes as they stood, and what became of them', async () => {
    const answer = {
      id: noteId(8),
      tipo: 'RESPUESTA',
      descripcion: null,
      created_by: luis,
      created_at: '2026-03-03',
      momento: '2026-03-03T15:00:00.000Z',
    } as unknown as (typeof note)['comentarios'][number];
    show({
      3: { notas: [note] },
      7: {
        notas: [
          { ...note, status: 'RESPONDIDA', comentarios: [answer] },
          { ...note, id: noteId(2) },
        ],
      },
    });
    const [shown, ...rest] = within(
      await screen.findByRole('list', { name: 'Notas de revisión' }),
    ).getAllByRole('listitem');
    expect(rest).toEqual([]);
    for (const words of [
      '¿Y el soporte, @Luis Paz?',
      'Conclusión',
      'después: Respondida',
      'Después se dijo algo más.',
    ])
      expect(within(shown!).getByText(words)).toBeInTheDocument();
    expect(screen.getByText('Después se dejó otra nota.')).toBeInTheDocument();
  });

  it('says what it did not have, and compares with nothing when there is nothing to compare with', async () => {
    const { get } = show({ 3: { textos: [written(1, 'Todo bien')] } }, { other: null, isAgainstNow: false });
    expect(within(await text('Conclusión')).getByText('Todo bien')).toBeInTheDocument();
    for (const words of ['Aún no tenía adjuntos.', 'Aún no tenía notas.'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Qué cambió después')).toBeNull();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('says that nothing is left of an item that left the plan for good', async () => {
    const gone = new ApiError(404, { error: 'no', code: 'item_not_found' });
    show({ 3: gone, 7: gone });
    expect(await screen.findByText(/se eliminó definitivamente/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('an item of a type without a worksheet', () => {
  it('has neither texts nor files to show', async () => {
    show({}, { item: { ...node, type: 'phase' as ItemType } });
    expect(await screen.findByText('Aún no tenía notas.')).toBeInTheDocument();
    for (const part of ['Textos', 'Adjuntos']) expect(screen.queryByText(part)).toBeNull();
  });
});
