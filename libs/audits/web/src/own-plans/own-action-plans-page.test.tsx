import '@testing-library/jest-dom/vitest';
import {
  itemId,
  OWN_ACTION_PLANS_TOPIC,
  type OwnActionPlanRow,
  type OwnActionPlansRow,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { FollowHandlers } from '@cotejo/live/client';
import { UiProvider, uiTranslations, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { OwnActionPlansPage } from './own-action-plans-page.tsx';
import type { ReadPlanTexts } from './own-plan-panel.tsx';

const ME = '00000000-0000-4000-8000-000000000001';
const AUDIT = '00000000-0000-4000-8000-00000000000a' as OwnActionPlanRow['auditoria']['id'];

const planOf = (changes: Partial<OwnActionPlanRow> = {}): OwnActionPlanRow => ({
  id: itemId.parse('00000000-0000-4000-8000-0000000000f1-PA'),
  codigo: 'PA-02',
  nombre: 'Exigir soportes de cada pago',
  status: 'EVALUADO',
  hallazgo: { codigo: 'H-03', nombre: 'Pagos sin soporte' },
  auditoria: { id: AUDIT, codigo: 'AUD-2026-004', nombre: 'Compras y pagos' },
  fechas: {
    asignacion: '2026-08-03',
    aceptacion: null,
    aprobacion: null,
    implementacion: null,
    vencimiento: '2026-09-30',
  },
  version: 41,
  ...changes,
});

const follow = vi.fn<Workspace['live']['follow']>(() => () => undefined);
const readTexts = vi.fn<ReadPlanTexts>(async () => ({
  descripcion: 'Bloquear los pagos sin soporte',
  condicion: '',
  recomendacion: 'Exigir el soporte en el ERP',
}));
const asked: string[] = [];
beforeEach(() => {
  follow.mockClear();
  asked.length = 0;
});

async function open(answer: Promise<OwnActionPlanRow[]>): Promise<void> {
  const workspace = givenWorkspace({
    api: {
      get: (path: string) => {
        asked.push(path);
        return answer;
      },
    },
    follow,
    me: { id: ME, role: 'owner' },
    can: () => false,
  });
  const resources = [uiTranslations, auditsTranslations, auditsContractsTranslations];
  render(
    <UiProvider i18n={createI18n({ resources })} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <WorkspaceProvider workspace={workspace}>
          <MemoryRouter>
            <OwnActionPlansPage readTexts={readTexts} />
          </MemoryRouter>
        </WorkspaceProvider>
      </QueryClientProvider>
    </UiProvider>,
  );
  await act(async () => void (await answer.catch(() => undefined)));
}

/** Simulates a frame of the feed. */
function hear(planes: OwnActionPlansRow['planes']): void {
  const [topic, key, , handlers] = follow.mock.lastCall ?? [];
  expect([topic, key]).toEqual([OWN_ACTION_PLANS_TOPIC, ME]);
  const frame = { topic: OWN_ACTION_PLANS_TOPIC, key: ME, from: -1, to: 1, rows: [{ planes }] };
  act(() => (handlers as FollowHandlers).onFrame(frame));
}

const plans = async () =>
  within(await screen.findByRole('list', { name: 'Mis planes de acción' })).getAllByRole('listitem');

describe('my action plans', () => {
  it('show each plan with its status, its finding and its audit, and nothing to change it with', async () => {
    await open(
      Promise.resolve([planOf(), planOf({ id: itemId.parse(AUDIT), hallazgo: null, codigo: null })]),
    );
    expect(asked).toEqual(['/proyecto/riesgo/planes-accion/mios/']);
    const [first, second] = await plans();
    expect(first).toHaveTextContent(
      'PA-02EvaluadoExigir soportes de cada pagoVence30/09/2026HallazgoH-03 Pagos sin soporteAuditoríaAUD-2026-004 Compras y pagos',
    );
    expect(second).not.toHaveTextContent('Hallazgo');
    expect(screen.getByText('2 planes')).toBeInTheDocument();
    expect(screen.getAllByRole('button')).toHaveLength(2);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('open what they are about: state, next step, days and texts, without a way to change them', async () => {
    const user = userEvent.setup();
    await open(Promise.resolve([planOf({ status: 'EN_PROCESO' })]));
    await user.click(await screen.findByRole('button', { name: 'Exigir soportes de cada pago' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Exigir soportes de cada pago' }));
    expect(panel.getByText('En proceso')).toBeInTheDocument();
    expect(panel.getByText(/Cuando termine, dígaselo/)).toBeInTheDocument();
    expect(panel.getByText('Asignado').nextElementSibling).toHaveTextContent('03/08/2026');
    expect(panel.queryByText('Aprobado')).toBeNull();
    expect(await panel.findByText('Bloquear los pagos sin soporte')).toBeInTheDocument();
    expect(panel.getByText('Exigir el soporte en el ERP')).toBeInTheDocument();
    expect(panel.queryByText('Qué se encontró')).toBeNull();
    expect(panel.queryByRole('textbox')).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Exigir soportes de cada pago' })).toHaveFocus();
  });

  it('close the panel of a plan that was taken away', async () => {
    const user = userEvent.setup();
    await open(Promise.resolve([planOf()]));
    await user.click(await screen.findByRole('button', { name: 'Exigir soportes de cada pago' }));
    await screen.findByRole('dialog');
    hear([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are searched and ordered once there are more than are seen at a glance', async () => {
    const user = userEvent.setup();
    const ids = [1, 2, 3, 4].map((n) => itemId.parse(`00000000-0000-4000-8000-0000000000f${n}-PA`));
    await open(
      Promise.resolve(ids.map((id, at) => planOf({ id, codigo: `PA-0${9 - at}`, nombre: `Plan ${at}` }))),
    );
    const codes = async () => (await plans()).map((plan) => plan.textContent?.slice(0, 5));
    expect(await codes()).toEqual(['PA-09', 'PA-08', 'PA-07', 'PA-06']);
    await user.click(screen.getByRole('button', { name: 'Ordenar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Plan de acción' }));
    expect(await codes()).toEqual(['PA-06', 'PA-07', 'PA-08', 'PA-09']);
    await user.type(screen.getByRole('searchbox'), 'pa-08');
    await waitFor(async () => expect(await codes()).toEqual(['PA-08']));
  });

  it('follow the feed: what changed shows, what was taken away goes', async () => {
    await open(Promise.resolve([planOf({ status: 'ASIGNADO' })]));
    expect((await plans())[0]).toHaveTextContent('Asignado');
    hear([planOf({ status: 'ACEPTADO' })]);
    expect(await screen.findByText('Aceptado')).toBeInTheDocument();
    hear([]);
    expect(await screen.findByText('No tiene planes de acción')).toBeInTheDocument();
    expect(screen.queryByText('Exigir soportes de cada pago')).toBeNull();
  });

  it('say so when there are none, until the first comes', async () => {
    await open(Promise.resolve([]));
    expect(await screen.findByText('No tiene planes de acción')).toBeInTheDocument();
    hear([planOf()]);
    expect(await plans()).toHaveLength(1);
  });

  it('offer to try again when they cannot be had', async () => {
    await open(Promise.reject(new Error('Sin conexión con el servidor')));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sin conexión con el servidor');
    expect(within(screen.getByRole('alert')).getByRole('button')).toBeInTheDocument();
    expect(follow).not.toHaveBeenCalled();
  });
});
