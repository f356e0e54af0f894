import '@testing-library/jest-dom/vitest';
import { stretchId } from '@cotejo/audits-contracts';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { filterAtom } from '../plan/plan-atoms.ts';
import { item, person, personId, type TestAudit } from '../session/test-audit.fixture.ts';
import { openPlan } from '../worksheets/open-plan.fixture.tsx';

const user = userEvent.setup();
configure({ asyncUtilTimeout: 9_000 });
beforeEach(() => localStorage.clear());

const stretch = (n: number) => stretchId.parse(`60000000-0000-4000-8000-00000000000${n}`);
const given = (audit: TestAudit) => {
  const by = person(1);
  audit.does(by, { kind: 'set_visit', stretch: stretch(1), name: 'Seguimiento', position: 2 });
  audit.does(by, { kind: 'set_visit', stretch: stretch(2), name: 'Bodega', position: 1 });
  audit.does(by, { kind: 'set_visit', stretch: stretch(3), name: 'Suspendida' });
  audit.does(by, { kind: 'set_visit', stretch: stretch(3), isRemoved: true });
  audit.does(by, { kind: 'set_sprint', stretch: stretch(4), name: 'Luego', countsForProgress: false });
  audit.does(by, {
    kind: 'create_item',
    id: item(9),
    type: 'inspection',
    parent: item(3),
    name: 'Inspeccionar bodega',
  });
  for (const n of [1, 2])
    audit.does(by, { kind: 'allot_item', id: item(9), stretch: stretch(n), isIn: true });
  audit.does(by, { kind: 'allot_item', id: item(6), stretch: stretch(2), isIn: true });
  audit.does(by, { kind: 'set_visit', stretch: stretch(2), members: [personId(2)] });
};
const panel = (name: string) => screen.findByRole('dialog', { name });
const card = (name: string) => screen.findByRole('button', { name });

describe('the panels of sprints and visits', () => {
  it('list those that were not removed by position, with their items in the order of the plan', async () => {
    const { address } = openPlan({ given, beside: '&panel=visitas' });
    const visits = await panel('Visitas');
    const list = await within(visits).findByRole('list', { name: 'Visitas' });
    const names = within(list)
      .getAllByRole('button')
      .map((one) => one.textContent);
    expect(names).toEqual(['Bodega', 'Seguimiento']);
    await user.click(await card('Bodega'));
    const items = await within(visits).findByRole('list', { name: 'Elementos de Bodega' });
    expect(
      within(items)
        .getAllByRole('button')
        .map((one) => one.textContent?.trim()),
    ).toEqual(['Conciliar pagos', 'Inspeccionar bodega']);
    await user.click(within(items).getByRole('button', { name: 'Conciliar pagos' }));
    await waitFor(() => expect(address()).toBe(`hoja-id=${item(6)}`));
  });

  it('open at the first one of the row that was clicked, where its type says so', async () => {
    const { address } = openPlan({ given });
    const title = await screen.findByTitle('Inspeccionar bodega');
    await user.click(title);
    await panel('Visitas');
    expect(address()).toBe(`panel=visitas&elemento=${item(9)}`);
    expect(await card('Bodega')).toHaveAttribute('aria-expanded', 'true');
    expect(await card('Seguimiento')).toHaveAttribute('aria-expanded', 'false');
  });

  it('show their items in the tree', async () => {
    const { store } = openPlan({ given, beside: '&panel=visitas' });
    await user.click(await card('Seguimiento'));
    await user.click(await screen.findByRole('button', { name: 'Ver en el árbol' }));
    expect(store.get(filterAtom).visits).toEqual([stretch(1)]);
    expect(await screen.findByText('Una coincidencia')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Quitar Seguimiento' }));
    expect(store.get(filterAtom).visits).toEqual([]);
  });

  it('say which sprint is left out of progress, and leave to who only reads what reads', async () => {
    openPlan({ given, beside: '&panel=sprints' });
    const sprints = await panel('Sprints');
    expect(await within(sprints).findByText('Fuera del progreso')).toBeVisible();
    expect(within(sprints).queryByRole('button', { name: 'Nuevo sprint' })).toBeNull();
    expect(within(sprints).queryByRole('button', { name: /Acciones de/ })).toBeNull();
  });
});
