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
import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditsTranslations } from '../translations.ts';
import { OwnActionPlansPage } from './own-action-plans-page.tsx';

const ME = '00000000-0000-4000-8000-000000000001';
const AUDIT = '00000000-0000-4000-8000-00000000000a' as OwnActionPlanRow['auditoria']['id'];

const planOf = (changes: Partial<OwnActionPlanRow> = {}): OwnActionPlanRow => ({
  id: itemId.parse('00000000-0000-4000-8000-0000000000f1-PA'),
  codigo: 'PA-02',
  nombre: 'Exigir soportes de cada pago',
  status: 'EVALUADO',
  hallazgo: { codigo: 'H-03', nombre: 'Pagos sin soporte' },
  auditoria: { id: AUDIT, codigo: 'AUD-2026-004', nombre: 'Compras y pagos' },
  version: 41,
  ...changes,
});

const follow = vi.fn<Workspace['live']['follow']>(() => () => undefined);
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
            <OwnActionPlansPage />
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
      'PA-02EvaluadoExigir soportes de cada pagoHallazgoH-03 Pagos sin soporteAuditoríaAUD-2026-004 Compras y pagos',
    );
    expect(second).not.toHaveTextContent('Hallazgo');
    expect(screen.getByText('2 planes')).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
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
