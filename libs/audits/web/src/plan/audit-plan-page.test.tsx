import '@testing-library/jest-dom/vitest';
import { CONTRACT_RECORD_TYPE } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { ApiError } from '@cotejo/http/client';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { givenAuditDetail, givenTeam } from '../given-audit-row.fixture.ts';
import { personId, TestAudit } from '../session/test-audit.fixture.ts';
import { wholeDocument } from '../session/simulation/whole-document.fixture.ts';
import { auditsTranslations } from '../translations.ts';
import { TrashPage } from '../trash/trash-page.tsx';
import { AuditPlanPage } from './audit-plan-page.tsx';

const trouble = new ApiError(503, { error: 'Servidor en problemas', code: 'unavailable' });
let audit: TestAudit;
let queries: QueryClient;
let record: string;
let isInTrouble: boolean;
let asked: string[];

beforeEach(() => {
  audit = new TestAudit();
  queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  record = CONTRACT_RECORD_TYPE.audit_plan;
  isInTrouble = false;
  asked = [];
});

const detail = () =>
  givenAuditDetail({
    id: audit.optionsFor(1, memoryOutboxStore()).auditId,
    record_type: record,
    equipo: [{ usuario: { id: personId(1), name: 'Laura Pineda', sigla: 'LP' }, rol: 'leader' }],
  });

const workspace = () =>
  givenWorkspace({
    api: {
      get: async (path: string) => {
        asked.push(path);
        if (isInTrouble) throw trouble;
        if (path === '/users/') return [];
        return path.endsWith('/equipo/') ? givenTeam(detail()) : detail();
      },
      getBytes: async () => wholeDocument(audit),
    },
  });

function open(address: string): ReturnType<typeof createMemoryRouter> {
  const { principal, model } = audit.optionsFor(1, memoryOutboxStore());
  const plan = <AuditPlanPage principal={principal} model={model} contents={{ byType: {} }} />;
  const router = createMemoryRouter(
    [
      { path: '/auditorias/plan/', element: plan },
      { path: '/evaluacion-analisis-de-riesgos/evaluacion/', element: plan },
      { path: '/auditorias/papelera/', element: <TrashPage principal={principal} model={model} /> },
    ],
    { initialEntries: [address] },
  );
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={queries}>
        <WorkspaceProvider workspace={workspace()}>
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  return router;
}

describe('a page that is open', () => {
  it.each([
    ['the plan', '/auditorias/plan/', () => screen.findByRole('group', { name: 'Herramientas del plan' })],
    ['the trash', '/auditorias/papelera/', () => screen.findByRole('heading', { name: 'Papelera' })],
  ])('%s stays when the server fails to say again what it said', async (_, path, found) => {
    open(`${path}?auditoria-id=${detail().id}`);
    const shown = await found();
    isInTrouble = true;
    const before = asked.length;
    await act(() => queries.refetchQueries({ queryKey: ['audit'] }, { throwOnError: false }));
    await vi.waitFor(() => expect(queries.getQueryState(['audit', detail().id])?.status).toBe('error'));
    expect(asked.length).toBeGreaterThan(before);
    expect(shown).toBeInTheDocument();
    expect(screen.queryByText(trouble.message)).toBeNull();
  });

  it('asks nothing again by itself when the window comes back to the front', async () => {
    open(`/auditorias/plan/?auditoria-id=${detail().id}`);
    await screen.findByRole('group', { name: 'Herramientas del plan' });
    const before = asked.length;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(asked.length).toBe(before);
  });
});

describe('a link that does not know what it leads to', () => {
  it.each([
    [
      '/auditorias/plan/?auditoria-id=',
      'evaluacion',
      '/evaluacion-analisis-de-riesgos/evaluacion/',
      'evaluacion-id',
    ],
    [
      '/evaluacion-analisis-de-riesgos/evaluacion/?evaluacion-id=',
      CONTRACT_RECORD_TYPE.audit_plan,
      '/auditorias/plan/',
      'auditoria-id',
    ],
  ])('%s of a record of type %s goes on to where that is shown', async (path, type, goal, named) => {
    record = type;
    const router = open(`${path}${detail().id}&hoja-id=x`);
    await screen.findByRole('group', { name: 'Herramientas del plan' });
    const { pathname, search } = router.state.location;
    expect(pathname).toBe(goal);
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ [named]: detail().id, 'hoja-id': 'x' });
  });
});

describe('a new row of a branch whose end lies below the window', () => {
  it('is scrolled to, takes what is typed, and is followed by the next one', async () => {
    audit = new TestAudit(Array.from({ length: 60 }, (_, n) => [100 + n, 'process', 1, `Proceso ${n}`]));
    open(`/auditorias/plan/?auditoria-id=${detail().id}`);
    const user = userEvent.setup();
    await user.click(await screen.findByText('Ejecución'));
    await user.click(await screen.findByRole('button', { name: 'Agregar' }));
    await user.click((await screen.findAllByRole('menuitem', { name: 'Proceso' }))[0] as HTMLElement);
    const field = await screen.findByRole('textbox', { name: 'Nombre: proceso' });
    await vi.waitFor(() => expect(field).toHaveFocus());
    await user.keyboard('Tesorería{Enter}');
    await screen.findByText('Tesorería');
    await user.keyboard('Cartera');
    expect(field).toHaveValue('Cartera');
    const list = screen.getByRole('tree');
    act(() => void (list.scrollTop = 0));
    fireEvent.scroll(list);
    expect(field).toHaveFocus();
    // Indenting the draft row keeps its input element and text.
    await user.keyboard('{Tab}');
    expect(screen.getByRole('textbox', { name: /^Nombre: / })).toHaveValue('Cartera');
  });
});
