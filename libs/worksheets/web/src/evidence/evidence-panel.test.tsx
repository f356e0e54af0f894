import type { ItemId } from '@cotejo/audits-contracts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Around, ana, AUDIT, FakePlan, file, risk, step } from '../attachments/attachments.fixture.tsx';
import { EvidencePanel } from './evidence-panel.tsx';

function show(itemId: ItemId | null) {
  const plan = new FakePlan();
  const opened: ItemId[] = [];
  const scoped: (ItemId | null)[] = [];
  render(
    <Around plan={plan}>
      <EvidencePanel
        auditId={AUDIT}
        session={plan}
        itemId={itemId}
        onItem={(id) => scoped.push(id)}
        onOpenItem={(id) => opened.push(id)}
        onClose={() => undefined}
      />
    </Around>,
  );
  act(() =>
    plan.tells(
      file(1),
      file(2, { modelId: risk, created_by: ana, nombre_archivo: 'Cruce.xlsx', tipo: 'application/x' }),
      file(3, { eliminado: true }),
      file(4, { reemplazado: true }),
    ),
  );
  return { plan, opened, scoped };
}
const shown = () =>
  ['Acta 1.pdf', 'Cruce.xlsx', 'Acta 3.pdf', 'Acta 4.pdf'].filter((name) => screen.queryByText(name));

describe('the evidence index of an audit', () => {
  it('has what stands, the newest first, and says how much it is', () => {
    show(null);
    expect(screen.getAllByRole('listitem').map((one) => one.textContent?.slice(0, 6))).toEqual([
      'Cruce.',
      'Acta 1',
    ]);
    expect(screen.getByText(/2 archivos · 4,6 MB en total/)).toBeInTheDocument();
  });

  it('leads to the worksheet of each', async () => {
    const { opened } = show(null);
    await userEvent.click(screen.getByRole('button', { name: 'Abrir la hoja de Pagos duplicados' }));
    expect(opened).toEqual([risk]);
  });

  it('is searched by file and item, and ordered', async () => {
    const { plan } = show(null);
    act(() => plan.tells(file(5, { nombre_archivo: 'Actas.pdf' }), file(6, { nombre_archivo: 'Zonas.pdf' })));
    const names = () => screen.getAllByRole('listitem').map((one) => one.textContent?.slice(0, 5));
    expect(names()).toEqual(['Zonas', 'Actas', 'Cruce', 'Acta ']);
    await userEvent.click(screen.getByRole('button', { name: 'Ordenar' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archivo' }));
    await waitFor(() => expect(names()).toEqual(['Acta ', 'Actas', 'Cruce', 'Zonas']));
    await userEvent.type(screen.getByRole('searchbox'), 'duplicados');
    await waitFor(() => expect(shown()).toEqual(['Cruce.xlsx']));
    await userEvent.type(screen.getByRole('searchbox'), ' no hay');
    expect(await screen.findByText('Nada coincide con la búsqueda o los filtros')).toBeInTheDocument();
  });

  it('leaves out what is on a deleted item', () => {
    const { plan } = show(null);
    act(() => plan.deleted(risk));
    expect(shown()).toEqual(['Acta 1.pdf']);
  });

  it('of one item has its files alone, and goes on to the whole audit', async () => {
    const { scoped } = show(step);
    expect(shown()).toEqual(['Acta 1.pdf']);
    await userEvent.click(screen.getByRole('radio', { name: 'Toda la auditoría' }));
    expect(scoped).toEqual([null]);
  });
});
