import '@testing-library/jest-dom/vitest';
import {
  EVALUATION_LIST_TOPIC,
  type AuditId,
  type AuditListRow,
  type AuditRow,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { giveRoom, givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { givenAuditRow } from '../given-audit-row.fixture.ts';
import { auditsTranslations } from '../translations.ts';
import { EvaluationsPage } from './evaluations-page.tsx';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const rowOf = (n: number, changes: Partial<AuditRow> = {}): AuditRow =>
  givenAuditRow({
    id: `00000000-0000-4000-8000-00000000000${n}` as AuditId,
    nombre: `Evaluación ${n}`,
    codigo: `EVA-2026-00${n}`,
    record_type: 'evaluacion',
    ...changes,
  });

const follow = vi.fn<Workspace['live']['follow']>(() => () => undefined);
const post = vi.fn();
beforeEach(giveRoom);
beforeEach(() => {
  follow.mockClear();
  post.mockReset();
});

async function open(rows: readonly AuditRow[]) {
  const answer = Promise.resolve(rows);
  const workspace = givenWorkspace({
    api: { get: () => answer, post },
    follow,
    me: { id: ACCOUNT, accountId: ACCOUNT },
  });
  const router = createMemoryRouter([{ path: '*', element: <EvaluationsPage /> }]);
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkspaceProvider workspace={workspace}>
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  await screen.findByRole('grid');
  return router;
}

/** What the feed brings. */
function hear(...rows: AuditListRow[]): void {
  const [topic, key, , handlers] = follow.mock.lastCall ?? [];
  expect([topic, key]).toEqual([EVALUATION_LIST_TOPIC, ACCOUNT]);
  const frame = { topic: EVALUATION_LIST_TOPIC, key: ACCOUNT, from: -1, to: 1, rows };
  act(() => (handlers as FollowHandlers).onFrame(frame));
}
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('the list of evaluations', () => {
  it('moves by itself: what is new comes, what changed is another, what is gone goes', async () => {
    await open([rowOf(1), rowOf(2)]);
    expect(names()).toEqual(['Evaluación 2', 'Evaluación 1']);
    hear(rowOf(3), rowOf(1, { nombre: 'Corporativa', version: 2 }));
    await vi.waitFor(() => expect(names()).toEqual(['Evaluación 3', 'Evaluación 2', 'Corporativa']));
    hear({ id: rowOf(2).id, removed: true, version: 5 }, rowOf(4, { ano_auditoria: 2027 }));
    await vi.waitFor(() => expect(names()).toEqual(['Evaluación 4', 'Evaluación 3', 'Corporativa']));
  });

  it('is found in by kind, year and text, and opened by a row', async () => {
    const router = await open([
      rowOf(1),
      rowOf(2, { nombre: 'Riesgos comunes', record_type: 'biblioteca', ano_auditoria: 2024 }),
    ]);
    await act(() => router.navigate('/?f.kind=biblioteca&f.year=2024&q=comunes'));
    expect(names()).toEqual(['Riesgos comunes']);
    await userEvent.click(screen.getByText('EVA-2026-002'));
    expect(router.state.location.search).toBe(`?evaluacion-id=${rowOf(2).id}`);
  });

  it('gets a library from the dialog, which opens it', async () => {
    const router = await open([rowOf(1)]);
    post.mockResolvedValue({ id: rowOf(9).id, codigo: 'BIB-2026-001', projected: false });
    await userEvent.click(screen.getByRole('button', { name: 'Nueva evaluación' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva evaluación' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Crear' }));
    expect(await dialog.findByText('Campo requerido.')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('radio', { name: 'Biblioteca de riesgos' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Compras');
    const year = dialog.getByLabelText(/Año/);
    await userEvent.clear(year);
    await userEvent.type(year, '2027{Enter}');
    await vi.waitFor(() => expect(router.state.location.search).toBe(`?evaluacion-id=${rowOf(9).id}`));
    expect(post.mock.calls.map((asked) => asked.slice(0, 2))).toEqual([
      [expect.stringContaining('evaluacion'), { nombre: 'Compras', record_type: 'biblioteca', ano: 2027 }],
    ]);
  });
});
