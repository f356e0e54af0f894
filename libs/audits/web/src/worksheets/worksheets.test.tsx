import '@testing-library/jest-dom/vitest';
import { ApiError } from '@cotejo/http/client';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MessageSquareText } from 'lucide-react';
import { SidePanel } from '@cotejo/ui';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { peersAtom } from '../session/session-atoms.ts';
import { item, type TestAudit } from '../session/test-audit.fixture.ts';
import { planParts } from '../plan/late-parts.ts';
import { usePlan, type PanelBeside } from '../plan/plan-context.ts';
import { openPlan } from './open-plan.fixture.tsx';
import { announcedFieldAtom } from './stack-atoms.ts';
import type { WorksheetContents } from './worksheet-contents.ts';
import { useAnnounceField, usePresenceOn, useWorksheet } from './worksheet-presence.tsx';

const RISK = item(4);
const CONTROL = item(5);
const STEP = item(6);
const user = userEvent.setup();

// Each test renders a whole page, which takes long on a loaded machine.
configure({ asyncUtilTimeout: 9_000 });
// The first load of the panels' code takes longer than a page.
beforeAll(() => planParts.load());
beforeEach(() => localStorage.clear());

const worksheet = (name: string) => screen.findByRole('dialog', { name });
const edge = () => within(screen.getByRole('navigation', { name: 'Otras hojas abiertas' }));
const bring = (title: string) => edge().getByRole('button', { name: `Traer al frente: ${title}` });

const notes: PanelBeside = {
  id: 'notas',
  title: 'x',
  icon: MessageSquareText,
  Panel: ({ onClose }) => {
    const { openItem } = usePlan();
    return (
      <SidePanel opened title="Notas" onClose={onClose}>
        <button type="button" onClick={() => openItem(STEP)}>
          Ir al paso
        </button>
      </SidePanel>
    );
  },
};

describe('the first tab', () => {
  const planned = (audit: TestAudit) => {
    const { principal } = audit.optionsFor(1, memoryOutboxStore());
    audit.does(principal, {
      kind: 'schedule_item',
      id: RISK,
      startDate: '2026-03-02',
      endDate: '2026-03-15',
    });
  };
  const contents: WorksheetContents = {
    byType: { risk: { Information: () => <p>Lo que dice el riesgo</p>, tabs: [] } },
  };
  it('has what the worksheet says under one line of facts, and before its days', async () => {
    openPlan({ beside: `&hoja-id=${RISK}`, contents, given: planned });
    const sheet = within(await worksheet('Proveedores ficticios'));
    const says = await sheet.findByText('Lo que dice el riesgo');
    const follows = (element: HTMLElement) =>
      says.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows(sheet.getByText('02/03/2026 – 15/03/2026'))).toBe(true);
    expect(follows(sheet.getByRole('button', { name: 'Sin asignar' }))).toBe(false);
    // The signatures are shown only once, below the worksheet.
    expect(sheet.queryByText('Firmas')).toBeNull();
  });
});

describe('worksheets beside the tree', () => {
  it('open by a link: one in front with the focus, the others on the edge', async () => {
    openPlan({ beside: `&hoja-id=${RISK}&hojas=${STEP}&hojas=${CONTROL}` });
    const front = await worksheet('Proveedores ficticios');
    await waitFor(() => expect(front).toHaveFocus());
    expect(screen.getAllByRole('dialog')).toEqual([front]);
    await waitFor(() =>
      expect(
        edge()
          .getAllByRole('button', { name: /Traer al frente/ })
          .map((button) => button.getAttribute('aria-label')),
      ).toEqual(['Traer al frente: C-001 Doble aprobación', 'Traer al frente: Paso: Conciliar pagos']),
    );
  });

  it('come to the front, close one after the other, and the address tells each step', async () => {
    const { address, router } = openPlan({ beside: `&hoja-id=${RISK}&hojas=${CONTROL}` });
    await worksheet('Proveedores ficticios');
    await user.click(await waitFor(() => bring('C-001 Doble aprobación')));
    const control = await worksheet('Doble aprobación');
    await waitFor(() => expect(control).toHaveFocus());
    expect(address()).toBe(`hoja-id=${CONTROL}&hojas=${RISK}`);
    await waitFor(() =>
      expect(
        screen.getByText(/Al frente: C-001 Doble aprobación. Otra hoja abierta detrás./),
      ).toBeInTheDocument(),
    );

    await user.keyboard('{Escape}');
    const risk = await worksheet('Proveedores ficticios');
    await waitFor(() => expect(risk).toHaveFocus());
    expect(address()).toBe(`hoja-id=${RISK}`);

    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('');
    await act(() => router.navigate(-1));
    expect(await worksheet('Proveedores ficticios')).toBeInTheDocument();
  });

  it('are gone through by the keyboard', async () => {
    openPlan({ beside: `&hoja-id=${RISK}&hojas=${STEP}&hojas=${CONTROL}` });
    const front = await worksheet('Proveedores ficticios');
    await waitFor(() => expect(front).toHaveFocus());
    for (const [key, name] of [
      ['PageDown', 'Doble aprobación'],
      ['PageDown', 'Conciliar pagos'],
      ['PageUp', 'Doble aprobación'],
    ] as const) {
      await user.keyboard(`{Alt>}{${key}}{/Alt}`);
      await waitFor(() => expect(screen.getByRole('dialog', { name })).toHaveFocus());
    }
  });

  it('all close at once', async () => {
    const { address } = openPlan({ beside: `&hoja-id=${RISK}&hojas=${CONTROL}` });
    await worksheet('Proveedores ficticios');
    await user.click(await screen.findByRole('button', { name: 'Cerrar todas las hojas' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('');
  });

  it('give way to a normal panel, and one that opens closes it', async () => {
    const { address } = openPlan({ beside: `&hoja-id=${RISK}&panel=notas`, panelsBeside: [notes] });
    const panel = await worksheet('Notas');
    expect(screen.getAllByRole('dialog')).toEqual([panel]);
    // The tab is named once the tree is loaded.
    await waitFor(() => expect(bring('R-001 Proveedores ficticios')).toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Ir al paso' }));
    await worksheet('Conciliar pagos');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(address()).toBe(`hoja-id=${STEP}&hojas=${RISK}`);
  });

  it('stay beside a normal panel on a wide screen, and go with it to the next row', async () => {
    const narrow = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) =>
      query.includes('min-width') ? { ...narrow(query), matches: true } : narrow(query),
    );
    const { address } = openPlan({
      beside: `&hoja-id=${RISK}&panel=notas&elemento=${RISK}`,
      panelsBeside: [notes],
    });
    const risk = await worksheet('Proveedores ficticios');
    const panel = await worksheet('Notas');
    expect(screen.getAllByRole('dialog')).toEqual([panel, risk]);
    act(() => risk.focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const control = await worksheet('Doble aprobación');
    expect(screen.getAllByRole('dialog')).toEqual([panel, control]);
    expect(address()).toBe(`hoja-id=${CONTROL}&panel=notas&elemento=${CONTROL}`);
    await user.click(within(panel).getByRole('button', { name: 'Cerrar' }));
    expect(screen.getAllByRole('dialog')).toEqual([control]);
    vi.stubGlobal('matchMedia', narrow);
  });

  it('lead to the rows above and below in their own place, by buttons and keys, up to the ends', async () => {
    const { address } = openPlan({ beside: `&hoja-id=${RISK}&hojas=${STEP}` });
    const risk = await worksheet('Proveedores ficticios');
    await user.click(await within(risk).findByRole('button', { name: 'Fila siguiente' }));
    const control = await worksheet('Doble aprobación');
    expect(address()).toBe(`hoja-id=${CONTROL}&hojas=${STEP}`);
    await waitFor(() => expect(control).toHaveFocus());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await worksheet('Proveedores ficticios');
    expect(address()).toBe(`hoja-id=${RISK}&hojas=${STEP}`);
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() =>
      expect(screen.getByText('Es la primera fila del plan que abre una hoja.')).toBeInTheDocument(),
    );
  });

  it('keep what was being written while they stand behind', async () => {
    const Draft = () => {
      const [text, setText] = useState('');
      return <input aria-label="borrador" value={text} onChange={(event) => setText(event.target.value)} />;
    };
    openPlan({
      beside: `&hoja-id=${RISK}&hojas=${CONTROL}`,
      contents: { byType: { risk: { Information: Draft } } },
    });
    await worksheet('Proveedores ficticios');
    await user.type(screen.getByLabelText('borrador'), 'sin guardar');
    await user.click(bring('C-001 Doble aprobación'));
    await worksheet('Doble aprobación');
    await user.click(bring('R-001 Proveedores ficticios'));
    await worksheet('Proveedores ficticios');
    expect(screen.getByLabelText('borrador')).toHaveValue('sin guardar');
  });
});

describe('a worksheet that is not in the tree', () => {
  const GONE = item(99);

  it.each([404, 403])('says so in its place when the server answers %s', async (status) => {
    openPlan({
      beside: `&hoja-id=${GONE}`,
      item: () => Promise.reject(new ApiError(status, { error: 'No existe', code: 'item_not_found' })),
    });
    expect(await worksheet('Este elemento ya no está')).toBeInTheDocument();
    expect(screen.queryByText('No existe')).toBeNull();
  });

  it('is no finding where the action plan was asked for', async () => {
    openPlan({ beside: `&hoja-id=${GONE}-PA`, item: () => Promise.resolve({ id: GONE }) });
    expect(await worksheet('Este elemento ya no está')).toBeInTheDocument();
  });

  it('is tried again when nobody could be asked; nothing is told elsewhere', async () => {
    const asked = vi.fn(() => Promise.reject(new ApiError(0, { error: 'sin red', code: 'network' })));
    openPlan({ beside: `&hoja-id=${GONE}`, item: asked });
    const failed = await worksheet('La hoja no se pudo cargar');
    const before = asked.mock.calls.length;
    await user.click(within(failed).getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
    await worksheet('La hoja no se pudo cargar');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

describe('tabs of a worksheet', () => {
  const contents: WorksheetContents = {
    byType: {
      risk: {
        tabs: [
          {
            id: 'calificacion',
            titleKey: 'audits-web:panel.origin',
            Body: ({ itemId }) => <p>calificación de {itemId}</p>,
          },
          {
            id: 'financiera',
            titleKey: 'audits-web:panel.link',
            only: (_, { record_type }) => record_type === 'auditoria_financiera',
            Body: () => null,
          },
        ],
      },
    },
  };

  it('belong to a type, and some to kinds of audits', async () => {
    openPlan({ beside: `&hoja-id=${RISK}`, contents });
    const risk = await worksheet('Proveedores ficticios');
    expect(
      within(risk)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Información', 'Origen']);
  });

  it('are none where the type has none', async () => {
    openPlan({ beside: `&hoja-id=${CONTROL}`, contents });
    const control = await worksheet('Doble aprobación');
    expect(within(control).queryByRole('tab')).toBeNull();
  });

  it('are gone through by the arrow keys, and told by the address', async () => {
    const { address } = openPlan({ beside: `&hoja-id=${RISK}`, contents });
    const risk = await worksheet('Proveedores ficticios');
    act(() => within(risk).getByRole('tab', { name: 'Información' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText(`calificación de ${RISK}`)).toBeVisible();
    expect(address()).toBe(`hoja-id=${RISK}&pestana=calificacion`);
  });

  it('open by a link', async () => {
    openPlan({ beside: `&hoja-id=${RISK}&pestana=calificacion`, contents });
    expect(await screen.findByText(`calificación de ${RISK}`)).toBeVisible();
  });

  it('are the first of a worksheet that opens, and stay for the next row of its type', async () => {
    const [first, second] = [item(20), item(21)];
    const { address } = openPlan({
      beside: `&hoja-id=${first}&pestana=calificacion`,
      contents,
      given: (audit) => {
        const { principal } = audit.optionsFor(1, memoryOutboxStore());
        for (const [id, name] of [
          [first, 'Pagos duplicados'],
          [second, 'Pagos sin soporte'],
        ] as const)
          audit.does(principal, { kind: 'create_item', id, type: 'risk', parent: item(2), name });
      },
    });
    const step = async (from: string, to: 'Fila siguiente' | 'Fila anterior') =>
      user.click(within(await worksheet(from)).getByRole('button', { name: to }));
    await step('Pagos duplicados', 'Fila siguiente');
    await worksheet('Pagos sin soporte');
    expect(address()).toBe(`hoja-id=${second}&pestana=calificacion`);
    await step('Pagos sin soporte', 'Fila anterior');
    await step('Pagos duplicados', 'Fila anterior');
    await waitFor(() => expect(address()).toMatch(/^hoja-id=[-\w]+$/));
  });

  it.each(['nunca', 'financiera'])('that are not there (%s) leave the first one', async (tab) => {
    openPlan({ beside: `&hoja-id=${RISK}&pestana=${tab}`, contents });
    const risk = await worksheet('Proveedores ficticios');
    expect(within(risk).getByRole('tab', { selected: true })).toHaveTextContent('Información');
  });
});

describe('who is in a worksheet', () => {
  const Cause = () => {
    const { itemId } = useWorksheet();
    const here = usePresenceOn(itemId, 'causa');
    return (
      <label {...useAnnounceField('causa')}>
        Causa <span data-testid="here">{here.map((peer) => peer.user.name).join()}</span>
        <input />
      </label>
    );
  };
  const laura = { id: 'p1', name: 'Laura Pineda', initials: 'LP', color: 1 };
  const oscar = { id: 'p2', name: 'Óscar Benítez', initials: 'OB', color: 2 };

  it('stands on its tab, in its head and in the field', async () => {
    const { store } = openPlan({
      beside: `&hoja-id=${RISK}&hojas=${CONTROL}`,
      contents: {
        byType: { risk: { Information: Cause } },
        fieldTitle: (field) => (field === 'causa' ? 'audits-web:panel.origin' : undefined),
      },
    });
    const risk = await worksheet('Proveedores ficticios');
    act(() =>
      store.set(peersAtom, [
        { client: 1, user: laura, item: RISK, field: null },
        { client: 2, user: laura, item: RISK, field: 'causa' },
        { client: 3, user: oscar, item: CONTROL, field: null },
      ]),
    );
    expect(within(risk).getByRole('button', { name: 'Laura Pineda · Origen' })).toBeInTheDocument();
    expect(screen.getByTestId('here')).toHaveTextContent('Laura Pineda');
    // An avatar on a tab leads to the worksheet where the person is.
    await user.click(edge().getByRole('button', { name: 'Óscar Benítez' }));
    await worksheet('Doble aprobación');
  });

  it('is told of the field that has the focus, and no more once it is left or behind', async () => {
    const { store } = openPlan({
      beside: `&hoja-id=${RISK}&hojas=${CONTROL}`,
      contents: { byType: { risk: { Information: Cause } } },
    });
    const risk = await worksheet('Proveedores ficticios');
    await user.click(within(risk).getByRole('textbox'));
    expect(store.get(announcedFieldAtom)).toEqual({ item: RISK, field: 'causa' });
    act(() => risk.focus());
    expect(store.get(announcedFieldAtom)).toBeNull();
    await user.click(within(risk).getByRole('textbox'));
    await user.keyboard('{Alt>}{PageDown}{/Alt}');
    await worksheet('Doble aprobación');
    await waitFor(() => expect(store.get(announcedFieldAtom)).toBeNull());
  });
});
