import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Around, ana, FakePlan, file, fileId, luis, risk, step } from './attachments.fixture.tsx';
import { AttachmentsBadge, AttachmentsCount } from './attachments-count.tsx';
import { AttachmentsTab } from './attachments-tab.tsx';
import { FieldAttachments } from './field-attachments.tsx';
import { leaveUploads } from './uploads-atoms.ts';

let plan: FakePlan;
let store: ReturnType<typeof createStore>;
beforeEach(() => {
  plan = new FakePlan();
  store = createStore();
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  // jsdom has no layout, so no element intersects.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(async () => {
  await leaveUploads(store);
  vi.unstubAllGlobals();
});

function show(...rows: readonly AttachmentView[]) {
  render(
    <Around plan={plan} store={store}>
      <AttachmentsCount itemId={step} />
      <section role="dialog" aria-label="hoja">
        <AttachmentsTab auditId="00000001-0000-4000-8000-000000000099" itemId={step} />
      </section>
    </Around>,
  );
  act(() => plan.tells(...rows));
}
const openMenu = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Acciones de ${name}` }));
  return screen.findByRole('menu', { hidden: true });
};
const chosen = async (name: string, entry: string) =>
  userEvent.click(within(await openMenu(name)).getByRole('menuitem', { name: entry, hidden: true }));
const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .map((one) => one.textContent)
    .filter((text) => text !== '');

describe('the attachments of a worksheet', () => {
  it('stay known while the line is down, also that there are none', () => {
    show();
    act(() => plan.handlers?.onState?.('waiting'));
    expect(screen.getByText('Sin adjuntos')).toBeInTheDocument();
  });

  it('say what each is, how large, whose, since when and who signed it', () => {
    show(file(1, { firmas: { completado: [luis], revisado: [ana] } }));
    expect(screen.getByRole('img', { name: 'PDF' })).toBeInTheDocument();
    for (const words of ['2,3 MB', 'Luis Paz', '02/03/2026'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.getByTitle('Completado por Luis Paz')).toHaveTextContent('LP');
    expect(screen.getByTitle('Revisado por Ana Ruiz')).toHaveTextContent('AR');
    expect(screen.getByRole('img', { name: 'Un archivo adjunto' })).toHaveTextContent('1');
  });

  it('come as the feed tells them, by field, without those of other items', () => {
    show(file(1));
    act(() => plan.tells(file(2, { fieldId: 'evidence' }), file(3, { modelId: risk })));
    expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual([
      'Hoja de trabajo',
      'Evidencia',
    ]);
    expect(names('Archivos de Evidencia')).toEqual(['Acta 2.pdf']);
    expect(screen.queryByText('Acta 3.pdf')).toBeNull();
  });

  it('show earlier versions, and what was removed, when they are asked for', async () => {
    show(
      file(1, { reemplazado: true }),
      file(2, { reemplaza: fileId(1), revision: 2 }),
      file(3, { eliminado: true }),
    );
    expect(screen.getByTitle('Versión 2')).toHaveTextContent('v2');
    expect(screen.queryByText('Acta 1.pdf')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 versión anterior' }));
    expect(screen.getByText('Acta 1.pdf')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '1 archivo quitado' }));
    await chosen('Acta 3.pdf', 'Restaurar');
    expect(plan.asked).toEqual([{ kind: 'restore_attachment', id: step, attachment: fileId(3) }]);
    expect(plan.announced).toEqual(['Acta 3.pdf está de nuevo en la hoja.']);
  });

  it.each([
    ['Firmar como completado', { kind: 'sign_attachment', mark: 'completed' }],
    ['Firmar como revisado', { kind: 'sign_attachment', mark: 'reviewed' }],
  ])('are signed: %s', async (entry, intent) => {
    show(file(1));
    await chosen('Acta 1.pdf', entry);
    expect(plan.asked).toEqual([{ ...intent, id: step, attachment: fileId(1) }]);
  });

  it('are removed only by who says so twice', async () => {
    show(file(1));
    await chosen('Acta 1.pdf', 'Quitar');
    await userEvent.click(await screen.findByRole('button', { name: 'No, conservar', hidden: true }));
    expect(plan.asked).toEqual([]);
    await chosen('Acta 1.pdf', 'Quitar');
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, quitar', hidden: true }));
    await waitFor(() =>
      expect(plan.asked).toEqual([{ kind: 'remove_attachment', id: step, attachment: fileId(1) }]),
    );
  });

  it('offer whoever only reads to see and to download, and nothing else', async () => {
    const forbidden = { code: 'forbidden' } as const;
    plan.refusals = { remove_attachment: forbidden, sign_attachment: forbidden };
    show(file(1));
    const menu = await openMenu('Acta 1.pdf');
    expect(
      within(menu)
        .getAllByRole('menuitem', { hidden: true })
        .map((one) => one.textContent),
    ).toEqual(['Ver', 'Descargar']);
    expect(screen.queryByRole('button', { name: /Adjuntar/ })).toBeNull();
  });

  it('say what to do while there is none', () => {
    show();
    expect(screen.getByText('Sin adjuntos')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /Adjuntar archivos a/ })).toBeInTheDocument();
  });

  it('whose name was taken out of the vault say so', () => {
    show(file(1, { nombre_archivo: null }));
    expect(screen.getByRole('button', { name: 'Nombre suprimido' })).toBeInTheDocument();
  });
});

describe('a preview', () => {
  const image = { tipo: 'image/png', nombre_archivo: 'Foto.png' } as const;
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    plan.bytes = (path) => {
      asked.push(path);
      const type = path.includes(fileId(2)) ? 'image/png' : 'application/pdf';
      return Promise.resolve({ bytes: new Uint8Array(3), headers: new Headers({ 'content-type': type }) });
    };
  });

  it('shows a PDF in a frame and an image as one; arrows go between them and Esc closes', async () => {
    show(file(1), file(2, image));
    await userEvent.click(screen.getByRole('button', { name: 'Acta 1.pdf' }));
    const frame = await screen.findByTitle('Vista previa de Acta 1.pdf');
    expect(frame).toHaveAttribute('src', 'blob:x');
    fireEvent.keyDown(frame, { key: 'ArrowRight' });
    const shown = await screen.findByRole('img', { name: 'Foto.png', hidden: true });
    expect(shown).toHaveAttribute('src', 'blob:x');
    expect(screen.getByText('2 de 2')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Archivo siguiente', hidden: true })).toBeDisabled();
    fireEvent.keyDown(shown, { key: 'Escape' });
    await waitFor(() => expect(shown).not.toBeInTheDocument());
    expect(asked).toHaveLength(2);
  });

  it('that cannot be had says so', async () => {
    plan.bytes = () => Promise.reject(new Error('away'));
    show(file(1));
    await userEvent.click(screen.getByRole('button', { name: 'Acta 1.pdf' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Descárguelo para abrirlo');
  });
});

describe('files that are attached', () => {
  const pdf = () => new File(['%PDF-1.7'], 'Acta.pdf', { type: 'application/pdf' });
  let bodies: unknown[];
  beforeEach(() => {
    bodies = [];
    // A server whose answers never arrive.
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      bodies.push(init.headers);
      return new Promise<Response>(() => undefined);
    });
  });
  const targets = () =>
    bodies.map((headers) => {
      const metadata = new Headers(headers as HeadersInit).get('upload-metadata') ?? '';
      const target = /target ([^,]+)/.exec(metadata)?.[1] ?? '';
      return JSON.parse(atob(target)) as unknown;
    });
  const about = { audit: '00000001-0000-4000-8000-000000000099', item: step };

  it('by the button show how far they are, and can be paused and given up', async () => {
    show();
    const input = document.querySelector<HTMLInputElement>('input[data-for=attach]');
    if (input === null) throw new Error('no place to choose files');
    fireEvent.change(input, { target: { files: [pdf()] } });
    expect(await screen.findByRole('progressbar', { name: 'Carga de Acta.pdf' })).toBeInTheDocument();
    await waitFor(() => expect(targets()).toEqual([{ ...about, field: null, replaces: null }]));
    await userEvent.click(screen.getByRole('button', { name: 'Pausar Acta.pdf' }));
    expect(screen.getByText(/^En pausa/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Continuar Acta.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar Acta.pdf' }));
    await waitFor(() => expect(screen.queryByText('Acta.pdf')).toBeNull());
  });

  it('of a kind that is not accepted say why, and ask nobody', async () => {
    show();
    const data = { files: [new File(['x'], 'virus.exe')], types: ['Files'] };
    fireEvent.drop(screen.getByRole('dialog', { name: 'hoja' }), { dataTransfer: data });
    expect(await screen.findByRole('alert')).toHaveTextContent('Este tipo de archivo no se acepta.');
    expect(screen.queryByRole('button', { name: /Intentar de nuevo/ })).toBeNull();
    expect(bodies).toEqual([]);
  });

  it.each([
    ['dropped anywhere on the worksheet', 'drop', 'dataTransfer'],
    ['pasted', 'paste', 'clipboardData'],
  ] as const)('%s belong to it', async (_, what, transfer) => {
    show();
    const panel = screen.getByRole('dialog', { name: 'hoja' });
    fireEvent[what](panel, { [transfer]: { files: [pdf()], types: ['Files'] } });
    await waitFor(() => expect(targets()).toEqual([{ ...about, field: null, replaces: null }]));
  });

  it('dropped on a field belong to that alone', async () => {
    render(
      <Around plan={plan} store={store}>
        <section role="dialog" aria-label="hoja">
          <AttachmentsTab auditId={about.audit} itemId={step} />
          <FieldAttachments field="evidence" label="Evidencia" />
        </section>
      </Around>,
    );
    const button = screen.getByRole('button', { name: 'Adjuntar archivos a Evidencia' });
    fireEvent.drop(button, { dataTransfer: { files: [pdf()], types: ['Files'] } });
    await waitFor(() => expect(targets()).toEqual([{ ...about, field: 'evidence', replaces: null }]));
  });

  it('may be a new version of one', async () => {
    show(file(1));
    await chosen('Acta 1.pdf', 'Subir una versión nueva');
    const input = document.querySelector<HTMLInputElement>('input[data-for=version]');
    if (input === null) throw new Error('no place to choose a file');
    fireEvent.change(input, { target: { files: [pdf()] } });
    await waitFor(() => expect(targets()).toEqual([{ ...about, field: null, replaces: fileId(1) }]));
  });

  it('are not taken from who only reads', () => {
    plan.refusals = { remove_attachment: { code: 'forbidden' } };
    show();
    const drop = fireEvent.drop(screen.getByRole('dialog', { name: 'hoja' }), {
      dataTransfer: { files: [pdf()], types: ['Files'] },
    });
    expect(drop).toBe(true);
    expect(bodies).toEqual([]);
  });
});

describe('the mark on a row', () => {
  it('counts what stands, and is gone with the last', async () => {
    let opened = 0;
    render(
      <Around plan={plan} store={store}>
        <AttachmentsBadge itemId={step} onOpen={() => opened++} />
      </Around>,
    );
    expect(screen.queryByRole('button')).toBeNull();
    act(() => plan.tells(file(1), file(2), file(3, { eliminado: true }), file(4, { reemplazado: true })));
    const mark = screen.getByRole('button', { name: '2 archivos adjuntos' });
    await userEvent.click(mark);
    expect(opened).toBe(1);
    act(() => plan.tells(file(1, { eliminado: true }), file(2, { eliminado: true })));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
