import '@testing-library/jest-dom/vitest';
import { stretchId } from '@cotejo/audits-contracts';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { item, person, personId, type TestAudit } from '../session/test-audit.fixture.ts';
import { openPlan } from '../worksheets/open-plan.fixture.tsx';

const user = userEvent.setup();
configure({ asyncUtilTimeout: 9_000 });
beforeEach(() => localStorage.clear());

const VISIT = stretchId.parse('60000000-0000-4000-8000-000000000001');
const SPRINT = stretchId.parse('60000000-0000-4000-8000-000000000002');
const given = (audit: TestAudit) => {
  const by = person(1);
  audit.does(by, { kind: 'set_visit', stretch: VISIT, name: 'Bodega', members: [personId(2)] });
  audit.does(by, { kind: 'set_sprint', stretch: SPRINT, name: 'Después', countsForProgress: false });
  audit.does(by, { kind: 'allot_item', id: item(6), stretch: VISIT, isIn: true });
};
const card = (name: string) => screen.findByRole('button', { name });
const panel = (name: string) => screen.findByRole('dialog', { name });
const row = async (name: string) => {
  const found = (await screen.findAllByTitle(name)).find((one) => one.closest('[role=treeitem]'));
  return found?.closest<HTMLElement>('[role=treeitem]') as HTMLElement;
};

describe('the panels of sprints and visits', () => {
  it('list them with their items, and open at the one of the item that was clicked', async () => {
    openPlan({ given, beside: `&panel=visitas&elemento=${item(6)}` });
    const visits = await panel('Visitas');
    expect(await card('Bodega')).toHaveAttribute('aria-expanded', 'true');
    expect(within(visits).getByText('Un elemento')).toBeVisible();
    const items = within(visits).getByRole('list', { name: 'Elementos de Bodega' });
    await user.click(within(items).getByRole('button', { name: 'Quitar Conciliar pagos de Bodega' }));
    await waitFor(() => expect(within(visits).getByText('0 elementos')).toBeVisible());
  });

  it('create one, which is there at once', async () => {
    openPlan({ given, beside: '&panel=sprints' });
    const sprints = await panel('Sprints');
    expect(within(sprints).getByText('Fuera del progreso')).toBeVisible();
    await user.click(within(sprints).getByRole('button', { name: 'Nuevo sprint' }));
    const form = await panel('Nuevo sprint');
    await user.click(within(form).getByRole('button', { name: 'Crear' }));
    expect(await within(form).findByText('Hay campos obligatorios pendientes.')).toBeVisible();
    await user.type(within(form).getByLabelText(/Nombre/), 'Campo');
    await user.click(within(form).getByRole('button', { name: 'Crear' }));
    expect(await card('Campo')).toBeVisible();
  });

  it('put what is chosen in the tree into one', async () => {
    const { store } = openPlan({ given, beside: '&panel=visitas' });
    await user.click(await card('Bodega'));
    expect(screen.getByRole('button', { name: 'Seleccione filas para asignarlas' })).toBeDisabled();
    const { selectedAtom } = await import('../plan/plan-atoms.ts');
    store.set(selectedAtom, new Set([item(2)]));
    // A group stands for what is inside.
    await user.click(await screen.findByRole('button', { name: 'Asignar 2 seleccionados' }));
    await waitFor(() => expect(screen.getByText('3 elementos')).toBeVisible());
  });
});

it('several sprints and visits of a row are chosen in one dialog, and the progress follows', async () => {
  openPlan({ given });
  await user.pointer({ keys: '[MouseRight]', target: await row('Proveedores ficticios') });
  await user.click(await screen.findByRole('menuitem', { name: 'Sprints y visitas…' }));
  const dialog = await panel('Sprints y visitas de Proveedores ficticios');
  const apply = within(dialog).getByRole('button', { name: 'Aplicar' });
  expect(apply).toBeDisabled();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Bodega' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Después' }));
  await user.click(apply);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.pointer({ keys: '[MouseRight]', target: await row('Proveedores ficticios') });
  await user.click(await screen.findByRole('menuitem', { name: 'Sprints y visitas…' }));
  const again = await panel('Sprints y visitas de Proveedores ficticios');
  expect(within(again).getByRole('checkbox', { name: 'Bodega' })).toBeChecked();
  expect(within(again).getByRole('checkbox', { name: 'Después' })).toBeChecked();
});
