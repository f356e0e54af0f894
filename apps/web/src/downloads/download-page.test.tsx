import { ApiError } from '@cotejo/http/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleUser, showPage } from '../shell/shell-samples.fixture.tsx';
import { Shell } from '../shell/shell.tsx';
import { DOWNLOADS } from './download-kinds.ts';
import { DownloadPage } from './download-page.tsx';

const ID = '018f5c1e-0000-4000-8000-000000000009';
const told = {
  data: { id: ID, person: [{ username: 'ana.ruiz', area: 'Auditoría' }], sessions: [] },
  status: 200,
};
const answer = (body: unknown) => ({
  bytes: new TextEncoder().encode(JSON.stringify(body)),
  headers: new Headers(),
});

/** Files passed to the browser for saving. */
let saved: { readonly name: string; readonly content: Blob }[] = [];
let made: Blob[] = [];

beforeEach(() => {
  [saved, made] = [[], []];
  URL.createObjectURL = (content) => `blob:${made.push(content as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = made[Number(this.href.replace('blob:', '')) - 1];
    if (content !== undefined) saved.push({ name: this.download, content });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

function show(at: string, answers: Record<string, unknown>, permissions: Record<string, 1> = {}) {
  const user = sampleUser({ permissions });
  const children = DOWNLOADS.map((kind) => ({
    path: kind.path,
    element: <DownloadPage kind={kind} />,
    handle: { layout: 'bare', ...(kind.anyOf && { anyOf: kind.anyOf }) },
  }));
  return showPage({ user, at, answers, routes: [{ element: <Shell user={user} unsent={[]} />, children }] });
}

describe('a page that downloads a file', () => {
  it.each([
    ['/descarga/mis-datos/', '/users/@me/data/', 'mis-datos-ana.ruiz.json'],
    [`/descarga/persona/${ID}/`, `/user/${ID}/data/`, 'datos-ana.ruiz.json'],
  ])('fetches that of %s, keeps it and says that the tab may be closed', async (at, path, name) => {
    show(at, { [path]: answer(told) }, { 'users.export': 1 });
    expect(await screen.findByRole('status')).toHaveTextContent(name);
    expect(screen.getByText('Ya puede cerrar esta pestaña.')).toBeInTheDocument();
    expect(saved.map((file) => file.name)).toEqual([name]);
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toEqual(told.data);
    expect(screen.queryByRole('navigation')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Guardar otra vez' }));
    expect(saved).toHaveLength(2);
  });

  it('keeps a file of a worksheet as it was attached, under its own name', async () => {
    const headers = new Headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Acta.pdf"; filename*=UTF-8''Acta%20%C3%B1.pdf`,
    });
    const file = { bytes: new TextEncoder().encode('%PDF-1.7'), headers };
    const path = `/proyecto/riesgo/auditoria/${ID}/adjuntos/${ID}/archivo/`;
    show(`/descarga/adjunto/${ID}/${ID}/`, { [path]: file }, { 'plan.access': 1 });
    expect(await screen.findByRole('status')).toHaveTextContent('Acta ñ.pdf');
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['Acta ñ.pdf', 'application/pdf'],
    ]);
    expect(await saved[0]?.content.text()).toBe('%PDF-1.7');
  });

  it('says why there is no file, and tries again', async () => {
    const answers: Record<string, unknown> = {
      '/users/@me/data/': new ApiError(503, { error: 'Vuelva en un momento.', code: 'unavailable' }),
    };
    show('/descarga/mis-datos/', answers);
    expect(await screen.findByRole('alert')).toHaveTextContent('Vuelva en un momento.');
    expect(saved).toEqual([]);
    answers['/users/@me/data/'] = answer(told);
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(await screen.findByRole('status')).toHaveTextContent('mis-datos-ana.ruiz.json');
    expect(saved).toHaveLength(1);
  });

  it('keeps nothing of an answer that is no such file', async () => {
    show('/descarga/mis-datos/', { '/users/@me/data/': answer({ data: {}, status: 200 }) });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('is closed to whoever may not have the file', () => {
    show(`/descarga/persona/${ID}/`, {}, { 'users.access': 1 });
    expect(screen.getByRole('alert')).toHaveAttribute('data-code', 'access_not_authorized');
  });
});
