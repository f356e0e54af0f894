import '@testing-library/jest-dom/vitest';
import {
  AUDIT_LIST_TOPIC,
  auditCalls,
  type AuditId,
  type AuditListRow,
  type AuditRow,
  type TeamMemberRead,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createI18n } from '@cotejo/i18n';
import type { QueryValues } from '@cotejo/http/client';
import type { FollowHandlers } from '@cotejo/live/client';
import { notify, UiProvider, uiTranslations, WorkspaceProvider } from '@cotejo/ui';
import { giveRoom, givenWorkspace } from '@cotejo/ui/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { givenAuditRow } from '../given-audit-row.fixture.ts';
import { auditsTranslations } from '../translations.ts';
import { AuditsListPage } from './audits-list-page.tsx';

const ACCOUNT = '00000000-0000-4000-8000-00000000000a';
const THIS_YEAR = new Date().getFullYear();
const YEARS = [THIS_YEAR, 2019].map((ano) => ({ ano, auditorias: 1 }));
const rowOf = (n: number, changes: Partial<AuditRow> = {}): AuditRow =>
  givenAuditRow({
    id: `00000000-0000-4000-8000-00000000000${n}` as AuditId,
    ...{ nombre: `Auditoría ${n}`, codigo: `AUD-00${n}`, ano_auditoria: THIS_YEAR },
    ...changes,
  });

const lists = vi.fn<(query: QueryValues) => readonly AuditRow[]>();
const post = vi.fn<(path: string, body: unknown) => Promise<unknown>>();
let team: readonly TeamMemberRead[] = [];
const feeds = new Map<string, FollowHandlers>();
beforeEach(giveRoom);
beforeEach(() => {
  feeds.clear();
  post.mockReset().mockResolvedValue({});
  lists.mockReset().mockReturnValue([]);
});

async function open(rows: readonly AuditRow[], address = '/') {
  lists.mockImplementation(({ ano_desde: from, ano_hasta: to = 9999, con_abiertas: withOpen }) =>
    rows.filter(
      ({ ano_auditoria: year, status }) =>
        (year >= Number(from) || (withOpen === 'true' && status === 'EN PROCESO')) && year <= Number(to),
    ),
  );
  const get = async (path: string, { query = {} }: { query?: QueryValues } = {}) =>
    path === auditCalls.years.path ? YEARS : path.endsWith('/equipo/') ? team : lists(query);
  const workspace = givenWorkspace({
    api: { get, post },
    follow: (topic, key, _cursor, handlers) => {
      feeds.set(`${topic} ${key}`, handlers);
      return () => feeds.delete(`${topic} ${key}`);
    },
    me: { id: ACCOUNT, accountId: ACCOUNT },
  });
  const router = createMemoryRouter([{ path: '*', element: <AuditsListPage /> }], {
    initialEntries: [address],
  });
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
  await screen.findByRole('button', { name: /^Años cargados/ });
  return router;
}
const names = () =>
  screen
    .queryAllByRole('link')
    .map((link) => link.textContent)
    .filter((name) => name !== 'Papelera');
const topics = () => [...feeds.keys()].filter((key) => key.startsWith(AUDIT_LIST_TOPIC));

describe('the list of audits', () => {
  it('loads this year and what is still open, and other years as they are asked for', async () => {
    const closed = rowOf(2, { ano_auditoria: 2019, status: 'CERRADO' });
    const open2019 = rowOf(3, { ano_auditoria: 2019, status: 'EN PROCESO' });
    await open([rowOf(1), closed, open2019]);
    await vi.waitFor(() => expect(names()).toEqual(['Auditoría 3', 'Auditoría 1']));
    await vi.waitFor(() => expect(topics()).toEqual([`${AUDIT_LIST_TOPIC} ${ACCOUNT}:${THIS_YEAR}-+`]));
    await userEvent.click(
      screen.getByRole('button', { name: `Años cargados: ${THIS_YEAR} y abiertas de antes` }),
    );
    await userEvent.click(await screen.findByRole('menuitem', { name: '2019' }));
    await vi.waitFor(() => expect(names()).toEqual(['Auditoría 3', 'Auditoría 2']));
    expect(lists).toHaveBeenLastCalledWith({ ano_desde: '2019', ano_hasta: '2019' });
    await vi.waitFor(() => expect(topics()).toEqual([`${AUDIT_LIST_TOPIC} ${ACCOUNT}:2019-2019`]));
  });

  it('moves by itself, and finds by team, lateness and type', async () => {
    const router = await open([rowOf(1), rowOf(2, { in_team: false, fecha_fin: '2020-01-01' })]);
    await vi.waitFor(() => expect(names()).toEqual(['Auditoría 2', 'Auditoría 1']));
    const hear = (row: AuditListRow) =>
      act(() => {
        for (const topic of topics())
          feeds.get(topic)?.onFrame({ topic: AUDIT_LIST_TOPIC, key: '', from: -1, to: 1, rows: [row] });
      });
    await vi.waitFor(() => expect(topics()).toHaveLength(1));
    hear(rowOf(3, { tipo_auditoria: 'CMP' }));
    await vi.waitFor(() => expect(names()).toEqual(['Auditoría 3', 'Auditoría 2', 'Auditoría 1']));
    for (const [query, found] of [
      ['f.late=1', ['Auditoría 2']],
      ['f.mine=1', ['Auditoría 3', 'Auditoría 1']],
      ['f.kind=CMP', ['Auditoría 3']],
    ] as const) {
      await act(() => router.navigate(`/?${query}`));
      expect(names()).toEqual(found);
    }
    hear({ id: rowOf(3).id, removed: true, version: 2 });
    await vi.waitFor(() => expect(names()).toEqual([]));
  });

  it('finds by company and business unit, of which an audit may have several', async () => {
    const units = (...named: readonly string[]) =>
      named.map((unidad) => ({ empresa: unidad === 'Logística' ? 'Servicios' : 'Alimentos', unidad }));
    const router = await open([
      rowOf(1, { unidades: units('Planta norte', 'Logística') }),
      rowOf(2, { unidades: units('Planta sur') }),
      rowOf(3),
    ]);
    await vi.waitFor(() => expect(names()).toHaveLength(3));
    for (const [query, found] of [
      ['f.company=Alimentos', ['Auditoría 2', 'Auditoría 1']],
      ['f.company=Servicios', ['Auditoría 1']],
      ['f.unit=Planta+sur', ['Auditoría 2']],
    ] as const) {
      await act(() => router.navigate(`/?${query}`));
      expect(names()).toEqual(found);
    }
  });

  it('warns of members who have not declared their independence when an audit starts', async () => {
    const warning = vi.spyOn(notify, 'warning').mockReturnValue(undefined);
    const member = (name: string, nombre: 'auditor' | 'guest'): TeamMemberRead => ({
      ...{ usuario: { id: crypto.randomUUID(), name, sigla: 'XX' }, rol: { nombre }, esta_activo: true },
      ...{ horas_presupuestadas: 0, horas_cargadas: null, costo_presupuestado: null, lidera: false },
      ...{ fecha_inicio: null, fecha_fin: null, visitas: [], independencia: null },
    });
    team = [member('Laura Pineda', 'auditor'), member('Hernán Duque', 'guest')];
    await open([rowOf(1, { nombre: 'Compras', status: 'SIN INICIAR' })], '/?vista=kanban');
    await userEvent.click(await screen.findByRole('button', { name: 'Mover «Compras»' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'En proceso' }));
    await vi.waitFor(() =>
      expect(warning).toHaveBeenCalledExactlyOnceWith(
        'La auditoría inició. Falta por declarar su independencia: Laura Pineda.',
      ),
    );
  });

  it('asks for what a status needs, and says where no action leads', async () => {
    await open([rowOf(1, { nombre: 'Compras' })], '/?vista=kanban');
    const send = async (to: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Mover «Compras»' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: to }));
    };
    await send('Anulada');
    const dialog = within(await screen.findByRole('dialog', { name: 'Anular la auditoría' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Cambio de alcance');
    await userEvent.click(dialog.getByRole('button', { name: 'Anular la auditoría' }));
    await vi.waitFor(() =>
      expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
        [
          `/proyecto/riesgo/auditoria/${rowOf(1).id}/estado/`,
          { accion: 'anular', motivo: 'Cambio de alcance' },
        ],
      ]),
    );
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await send('Sin iniciar');
    await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    expect(post.mock.lastCall?.[1]).toEqual({ accion: 'restablecer' });
  });
});
