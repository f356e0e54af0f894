import '@testing-library/jest-dom/vitest';
import type { ChangeRow } from '@cotejo/audits-contracts';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { peersAtom } from '../session/session-atoms.ts';
import { item, person, personId, type TestAudit } from '../session/test-audit.fixture.ts';
import { openPlan, type OpenPlanOptions } from '../worksheets/open-plan.fixture.tsx';

const user = userEvent.setup();
configure({ asyncUtilTimeout: 9_000 });
beforeEach(() => localStorage.clear());

const SUMMARY = {
  notas: { abiertas: 3, respondidas: 2, cerradas: 1 },
  sin_evidencia: { total: 0, items: [] },
  horas: { presupuestadas: 10, planeadas: 2, cargadas: 4, eficiencia: 97.9 },
  ultimo_cambio: null,
};
const CHANGE: ChangeRow = {
  version: 12,
  at: '2026-11-12T15:00:00.000Z',
  actor: { id: 'laura', name: 'Laura Pineda', sigla: 'LP' },
  type: 'ItemValuesSet',
  item: { id: item(4), type: 'risk', code: 'R-001', name: 'Proveedores ficticios' },
  detail: {
    ...{ values: 1, field: 'impact', value: 5, from: 3, overwrote: null },
    ...{ 'to:impact': 5, 'from:impact': 3 },
  },
};

const rated = (audit: TestAudit) => {
  audit.does(person(1), { kind: 'set_values', id: item(4), values: { probability: 5, impact: 5 } });
  audit.does(person(1), {
    ...{ kind: 'create_item', id: item(20), type: 'finding', parent: item(2), name: 'Pagos sin soporte' },
  } as const);
};
const asked: (readonly [string, object])[] = [];
const open = (beside: string, options: Partial<OpenPlanOptions> = {}) =>
  openPlan({
    beside,
    given: rated,
    answer: (path, query) => {
      asked.push([path, query]);
      if (path.endsWith('/resumen/')) return SUMMARY;
      if (path.endsWith('/avance/')) return [];
      return path.endsWith('/historial/') ? [CHANGE] : undefined;
    },
    ...options,
  });

describe('the summary of an audit', () => {
  it('says how it goes: progress, risks, findings, notes', async () => {
    open('&vista=resumen');
    expect(await screen.findByRole('heading', { name: 'Mapa de calor de los riesgos' })).toBeInTheDocument();
    const risk = await screen.findByRole('button', { name: /Proveedores ficticios: inherente 25 alto/ });
    expect(risk).toHaveTextContent('R-001');
    await waitFor(() => expect(screen.getByText('Abiertas').nextSibling).toHaveTextContent('3'));
    expect(screen.getByText('Sin impacto')).toBeInTheDocument();
    expect(screen.getByText('Completados').nextSibling).toHaveTextContent('0 de 3');
    expect(screen.getByText('Eficiencia operativa').nextSibling).toHaveTextContent('97,9 %');
  });

  it('opens a risk beside the plan', async () => {
    const { address } = open('&vista=resumen');
    await user.click(await screen.findByRole('button', { name: /Proveedores ficticios/ }));
    expect(await screen.findByRole('dialog', { name: 'Proveedores ficticios' })).toBeInTheDocument();
    expect(address()).toBe(`hoja-id=${item(4)}`);
  });

  it('says who works where, as they come and go', async () => {
    const { store } = open('&vista=resumen');
    expect(await screen.findByText('Nadie más está en esta auditoría ahora')).toBeInTheDocument();
    const laura = { id: personId(2), name: 'Laura Pineda', initials: 'LP' };
    act(() => store.set(peersAtom, [{ id: 7, user: laura, item: item(6), field: null } as never]));
    const people = await screen.findByRole('list', { name: 'Quién está trabajando' });
    expect(within(people).getByRole('link', { name: 'Conciliar pagos' })).toBeInTheDocument();
  });
});

describe('the modules of an audit', () => {
  it('are links: where one is is marked, and findings are counted', async () => {
    open('');
    const nav = await screen.findByRole('navigation', { name: 'Módulos de la auditoría' });
    expect(within(nav).getByRole('link', { name: 'Plan' })).toHaveAttribute('aria-current', 'page');
    await user.click(await within(nav).findByRole('link', { name: /Hallazgos 1/ }));
    const panel = await screen.findByRole('dialog', { name: 'Hallazgos' });
    await user.click(within(panel).getByRole('button', { name: /Pagos sin soporte/ }));
    expect(await screen.findByRole('dialog', { name: 'Pagos sin soporte' })).toBeInTheDocument();
  });
});

describe('the findings beside the plan', () => {
  it('are those of what the panel is about, and say why no new one can be raised', async () => {
    open(`&panel=hallazgos&elemento=${item(2)}`);
    const panel = await screen.findByRole('dialog', { name: 'Hallazgos' });
    const found = await within(panel).findByRole('list', { name: 'Hallazgos' });
    expect(within(found).getAllByRole('listitem')).toHaveLength(1);
    // The room has not answered yet: editing is disabled.
    const add = within(panel).getByRole('button', { name: 'Nuevo hallazgo' });
    await waitFor(() => expect(add).toHaveAccessibleDescription(/permiso/));
    await user.click(add);
    expect(screen.queryByLabelText('Título del hallazgo')).toBeNull();
  });
});

describe('the history beside the plan', () => {
  it('says values in words, and why one cannot be brought back', async () => {
    open('&panel=historial');
    const panel = await screen.findByRole('dialog', { name: 'Historial de cambios' });
    await within(panel).findByText(/cambió impacto de «3 \(Moderado\)» a «5 \(.+\)»/);
    const restore = within(panel).getByRole('button', { name: /Volver al valor anterior/ });
    // The room has not answered yet: editing is disabled.
    await waitFor(() => expect(restore).toHaveAccessibleDescription(/permiso/));
    expect(restore).toHaveAttribute('aria-disabled', 'true');
  });

  it('asks the server for what is looked for', async () => {
    open('&panel=historial');
    const panel = await screen.findByRole('dialog', { name: 'Historial de cambios' });
    await within(panel).findByText(/cambió impacto/);
    await user.click(within(panel).getByRole('button', { name: 'Filtros' }));
    await user.click(within(panel).getAllByLabelText('Tipo de cambio')[0] as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Firmas' }));
    await waitFor(() =>
      expect(asked.some(([, query]) => 'tipo' in query && query.tipo === 'ItemSigned,SignaturesVoided')).toBe(
        true,
      ),
    );
  });
});
