import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import type { FormValues } from '@cotejo/ui/form';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { file, files, line, type FileView } from '../fields.ts';
import { record } from '../record.ts';
import { fileToWire } from '../wire.ts';
import { RecordForm } from './record-form.tsx';
import { recordClientTranslations } from './translations.ts';

const minutes = record('minutes', {
  home: 'account',
  fields: { name: line(50), signed: file().optional(), annexes: files() },
  acts: {},
  refusals: {},
  rights: 'minutes',
  path: '/actas/',
  wire: { annexes: 'anexos' },
});
const WORDS: Readonly<Record<string, string>> = { name: 'Nombre', signed: 'Acta firmada', annexes: 'Anexos' };
const words = {
  ...{ title: 'Actas', create: 'Nueva acta', empty: '', emptyText: '', erased: '' },
  field: (name: string) => WORDS[name] ?? name,
  option: (_: string, value: string) => value,
  ...{ act: () => 'Editar acta', done: () => '', past: () => '', removeQuestion: () => '' },
};
const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const fileOf = (last: number, name: string): FileView => ({
  ...{ id: id(last), name, bytes: 2_048, mediaType: 'application/pdf', sha256: 'a'.repeat(64) },
});
const row = {
  ...{ id: id(9), version: 0, createdAt: '2026-03-10T12:00:00.000Z', removedAt: null },
  createdBy: { id: id(8), name: 'Ana', initials: 'A', position: null, email: null },
  ...{ name: 'Marzo', signed: fileOf(1, 'Firmada.pdf'), annexes: [fileOf(2, 'Uno.pdf')] },
};

/** The server's answer to the last piece of an upload; while null it does not answer. */
let answer: Response | null;
let release: () => void;
let asked: string[];
const send = vi.fn<(values: FormValues) => Promise<void>>();

beforeEach(() => {
  answer = null;
  asked = [];
  localStorage.clear();
  send.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit) => {
    asked.push(method);
    if (method === 'POST')
      return Promise.resolve(new Response(null, { status: 201, headers: { location: '/api/adjuntos/1' } }));
    if (method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }));
    if (answer !== null) return Promise.resolve(answer);
    return new Promise<Response>((resolve) => {
      release = () => resolve(answer as Response);
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const taken = (view: FileView) =>
  Response.json({ data: fileToWire(view), status: 200 }, { headers: { 'upload-offset': '8' } });
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf', lastModified: 1 });

async function show(act: 'create' | 'change', layout: readonly string[]) {
  const form = (
    <RecordForm
      {...{ record: minutes, words, act, layout, send, references: {}, onClose: () => undefined }}
      row={act === 'change' ? row : null}
    />
  );
  const router = createMemoryRouter([{ path: '/', element: form }]);
  const i18n = createI18n({ language: 'es', resources: [uiTranslations, recordClientTranslations] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider i18n={i18n} env="test">
        <WorkspaceProvider workspace={givenWorkspace({ api: { headers: () => ({}) } })}>
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('group', { name: 'Anexos' });
}
const input = (name: string) => document.querySelector(`input[data-for=${name}]`) as HTMLInputElement;
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));

describe('the files of a record', () => {
  it('are uploaded when they are chosen, and named once the form is sent', async () => {
    await show('create', ['name', 'annexes']);
    await userEvent.type(screen.getByLabelText(/Nombre/), 'Marzo');
    await userEvent.upload(input('anexos'), pdf('Uno.pdf'));
    expect(await screen.findByRole('progressbar', { name: 'Carga de «Uno.pdf»' })).toBeInTheDocument();
    await save();
    expect(await screen.findByText('Espere a que el archivo termine de subir.')).toBeInTheDocument();
    expect(send).not.toHaveBeenCalled();
    await waitFor(() => expect(asked).toContain('PATCH'));
    answer = taken(fileOf(3, 'Uno.pdf'));
    act(() => release());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(screen.getByText('Uno.pdf')).toBeInTheDocument();
    await save();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Marzo', signed: null, anexos: [id(3)] }));
  });

  it('say why one was refused, and wait until it is removed', async () => {
    await show('change', ['annexes']);
    answer = Response.json({ error: 'No queda espacio.', code: 'quota_exceeded' }, { status: 413 });
    await userEvent.upload(input('anexos'), pdf('Dos.pdf'));
    expect(await screen.findByRole('alert')).toHaveTextContent('No queda espacio.');
    await save();
    expect(await screen.findByText('Reintente o quite el archivo que no se subió.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Quitar «Dos.pdf»' }));
    await userEvent.click(screen.getByRole('button', { name: 'Quitar «Uno.pdf»' }));
    await save();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ anexos: [] }));
  });

  it('are refused by this page for what the server would refuse', async () => {
    await show('create', ['annexes']);
    fireEvent.drop(screen.getByRole('group', { name: 'Anexos' }), {
      dataTransfer: { types: ['Files'], files: [new File(['x'], 'programa.exe')] },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Este tipo de archivo no se acepta.');
    expect(asked).toEqual([]);
  });

  it('that are one are replaced by the next', async () => {
    await show('change', ['signed', 'annexes']);
    expect(screen.getByRole('group', { name: 'Acta firmada' })).toHaveTextContent('Firmada.pdf');
    answer = taken(fileOf(4, 'Nueva.pdf'));
    await userEvent.upload(input('signed'), pdf('Nueva.pdf'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Quitar «Nueva.pdf»' })).toBeInTheDocument(),
    );
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(screen.queryByText('Firmada.pdf')).toBeNull();
    await save();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ signed: id(4) }));
  });
});
