import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { createStore } from 'jotai';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ana, Around, AUDIT, FakePlan, file, step } from './attachments.fixture.tsx';
import { endUploads, leaveUploads } from './uploads-atoms.ts';
import { UploadsTray } from './uploads-tray.tsx';
import { useAttachmentsHere, type AttachmentsHere } from './use-attachments-here.ts';

let plan: FakePlan;
let store: ReturnType<typeof createStore>;
let here: AttachmentsHere;
/** The server's answer to the final request; while null it does not answer. */
let answer: Response | null;
let asked: string[];

beforeEach(() => {
  plan = new FakePlan();
  store = createStore();
  answer = null;
  asked = [];
  localStorage.clear();
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit) => {
    asked.push(method);
    if (method === 'POST')
      return Promise.resolve(new Response(null, { status: 201, headers: { location: '/api/adjuntos/1' } }));
    if (method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
    return answer === null ? new Promise<Response>(() => undefined) : Promise.resolve(answer);
  });
});
afterEach(async () => {
  await leaveUploads(store);
  vi.unstubAllGlobals();
});

const pdf = () => new File(['%PDF-1.7'], 'Acta.pdf', { type: 'application/pdf', lastModified: 1 });
const taken = (row: AttachmentView) =>
  Response.json({ data: row, status: 200 }, { headers: { 'upload-offset': '8' } });

function Worksheet() {
  const files = useAttachmentsHere(AUDIT, step);
  useEffect(() => void (here = files), [files]);
  return null;
}
const show = () =>
  render(
    <Around plan={plan} store={store}>
      <Worksheet />
      <UploadsTray />
    </Around>,
  );
const tray = () => screen.queryByRole('region', { name: 'Cargas de archivos' });
const inTray = () => within(screen.getByRole('region', { name: 'Cargas de archivos' }));
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asks first' : 'leaves';
};

describe('files that are attached from elsewhere', () => {
  it('are answered once they are attached, with what they are', async () => {
    show();
    answer = taken(file(1, { tipo: 'image/png', nombre_archivo: 'Captura.png' }));
    expect(await act(() => here.attach([pdf()], 'evidence'))).toEqual([
      { attachment: file(1).id, name: 'Captura.png', isImage: true },
    ]);
  });

  it('that were refused are not among them; the tray says why', async () => {
    show();
    answer = Response.json({ error: 'No queda espacio.', code: 'quota_exceeded' }, { status: 413 });
    expect(await act(() => here.attach([pdf()], 'evidence'))).toEqual([]);
    expect(await screen.findByRole('alert')).toHaveTextContent('No queda espacio.');
    expect(inTray().getByRole('status')).toHaveTextContent('1 carga falló');
  });
});

describe('the tray of uploads', () => {
  it('is there only when it holds something, and is folded away', async () => {
    show();
    expect(tray()).toBeNull();
    act(() => void here.attach([pdf()], null));
    expect(await inTray().findByRole('status')).toHaveTextContent('Subiendo 1 archivo');
    await userEvent.click(inTray().getByRole('button', { name: 'Plegar la lista de cargas' }));
    expect(inTray().queryByRole('progressbar')).toBeNull();
    await userEvent.click(inTray().getByRole('button', { name: 'Desplegar la lista de cargas' }));
    await userEvent.click(inTray().getByRole('button', { name: 'Cancelar Acta.pdf' }));
    expect(tray()).toBeNull();
  });

  it('asks before the page is left, only while something is under way', async () => {
    show();
    expect(leave()).toBe('leaves');
    act(() => void here.attach([pdf()], null));
    await inTray().findByRole('progressbar');
    expect(leave()).toBe('asks first');
    await userEvent.click(inTray().getByRole('button', { name: 'Cancelar Acta.pdf' }));
    expect(leave()).toBe('leaves');
  });

  it('is closed by who read what failed', async () => {
    show();
    act(() => void here.attach([new File(['x'], 'x.exe')], null));
    await screen.findByRole('alert');
    await userEvent.click(inTray().getByRole('button', { name: 'Cerrar la lista de cargas' }));
    expect(tray()).toBeNull();
  });

  it('offers to choose the file again where the browser could not keep it, and takes no other', async () => {
    show();
    act(() => void here.attach([pdf()], null));
    await waitFor(() => expect(localStorage.length).toBe(1));
    await act(() => leaveUploads(store));
    cleanup();
    show();
    expect(await inTray().findByText(/Elija de nuevo el archivo/)).toBeInTheDocument();
    const input = () => {
      const found = document.querySelector('section input[type=file]');
      if (found === null) throw new Error('no place to choose the file');
      return found;
    };
    fireEvent.change(input(), { target: { files: [new File(['another'], 'Otra.pdf')] } });
    expect(inTray().queryByRole('progressbar')).toBeNull();
    fireEvent.change(input(), { target: { files: [pdf()] } });
    expect(await inTray().findByRole('progressbar', { name: 'Carga de Acta.pdf' })).toBeInTheDocument();
  });

  it('is empty, and so is the browser, once the person signed out', async () => {
    show();
    act(() => void here.attach([pdf()], null));
    await waitFor(() => expect(localStorage.length).toBe(1));
    await act(() => endUploads(store, ana.id));
    expect(tray()).toBeNull();
    expect(localStorage.length).toBe(0);
    // Uploads are not deleted on the server, which expires them by itself; after signing in again they start
    // anew.
    expect(asked).not.toContain('DELETE');
  });

  it('keeps a file that is dropped beside its place from taking the place of the page', () => {
    show();
    const files = { dataTransfer: { files: [pdf()], types: ['Files'] } };
    expect(fireEvent.drop(document.body, files)).toBe(false);
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [], types: ['text/plain'] } })).toBe(true);
  });
});
