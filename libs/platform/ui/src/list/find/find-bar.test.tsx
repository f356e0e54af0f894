import '@testing-library/jest-dom/vitest';
import { createI18n } from '@cotejo/i18n';
import { Table } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../../provider/ui-provider.tsx';
import { GivenAddress, givenWorkspace } from '../../testing/index.ts';
import { uiTranslations } from '../../translations.ts';
import { WorkspaceProvider } from '../../workspace/workspace.tsx';
import type { ListColumn } from '../columns/list-column.ts';
import { FindBar, NoneFound, SortHead, useFoundRows, type FoundRowsOptions } from './index.ts';

interface Row {
  readonly name: string;
  readonly hours: number;
  readonly state: 'in' | 'out';
}
const ROWS: readonly Row[] = [
  { name: 'Óscar Benítez', hours: 8, state: 'in' },
  { name: 'Claudia Restrepo', hours: 40, state: 'in' },
  { name: 'Laura Pineda', hours: 12, state: 'out' },
  { name: 'Andrés Murcia', hours: 0, state: 'in' },
];
const COLUMNS: readonly ListColumn<Row>[] = [
  { id: 'nombre', label: 'Nombre', kind: 'text', value: ({ name }) => name },
  { id: 'horas', label: 'Horas', kind: 'number', value: ({ hours }) => hours },
  {
    ...{ id: 'estado', label: 'Estado', kind: 'choice', value: ({ state }: Row) => state },
    options: [
      { value: 'in', label: 'Activo' },
      { value: 'out', label: 'Inactivo' },
    ],
  },
];

function List({ isInside, ...options }: Partial<FoundRowsOptions<Row>> & { readonly isInside?: boolean }) {
  const found = useFoundRows({ rows: ROWS, columns: COLUMNS, ...options });
  return (
    <>
      <FindBar found={found} search="Buscar persona" {...(isInside && { isInside })} />
      {found.rows.length === 0 && <NoneFound clear={found.clear} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <SortHead found={found} by="nombre" />
            <SortHead found={found} by="horas" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.rows.map(({ name, hours }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{hours}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

function show(address: string, props: Parameters<typeof List>[0] = {}) {
  let now = address;
  render(
    <UiProvider i18n={createI18n({ resources: [uiTranslations] })} env="test">
      <WorkspaceProvider workspace={givenWorkspace()}>
        <GivenAddress address={address} onAddress={(to) => (now = to)}>
          <List {...props} />
        </GivenAddress>
      </WorkspaceProvider>
    </UiProvider>,
  );
  return { user: userEvent.setup(), address: () => now };
}
const names = () =>
  screen.queryAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? []);
const initials = () =>
  names()
    .map((name) => name[0])
    .join('');

describe('a list that draws its own rows', () => {
  it('is ordered by its headings and by the menu of order, and the address says so', async () => {
    const { user, address } = show('/equipo/?ver=equipo');
    expect(initials()).toBe('ÓCLA');
    await user.click(screen.getByRole('button', { name: 'Horas' }));
    expect(initials()).toBe('AÓLC');
    expect(screen.getByRole('columnheader', { name: 'Horas' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'Horas' }));
    expect(initials()).toBe('CLÓA');
    expect(address()).toBe('/equipo/?ver=equipo&orden=-horas');
    await user.click(screen.getByRole('button', { name: 'Orden: Horas, descendente' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Nombre' }));
    expect(initials()).toBe('ACLÓ');
    expect(address()).toBe('/equipo/?ver=equipo&orden=nombre');
  });

  it('is searched without accents, and filtered by its choices; what is set can be taken off', async () => {
    const { user, address } = show('/');
    expect(screen.getByText('4 filas')).toBeInTheDocument();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Buscar persona' })).toHaveFocus();
    await user.keyboard('benitez');
    await waitFor(() => expect(initials()).toBe('Ó'));
    expect(screen.getByText('1 de 4 filas')).toBeInTheDocument();
    await user.clear(screen.getByRole('searchbox'));
    await waitFor(() => expect(initials()).toBe('ÓCLA'));
    await user.click(screen.getByRole('button', { name: 'Filtros' }));
    await user.click(await screen.findByRole('combobox', { name: 'Estado' }));
    await user.click(await screen.findByRole('option', { name: 'Inactivo' }));
    expect(initials()).toBe('L');
    expect(address()).toBe('/?f.estado=out');
    await user.click(screen.getByRole('button', { name: 'Quitar el filtro de Estado' }));
    expect(initials()).toBe('ÓCLA');
    expect(address()).toBe('/');
  });

  it('shows what its address says beside the filters of another list, and offers the way back from nothing', async () => {
    const { user, address } = show('/?q=compras&f.estado=x&notas.q=nadie&notas.orden=nombre', {
      under: 'notas.',
    });
    expect(screen.getByText('Nada coincide con la búsqueda o los filtros')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Quitar búsqueda y filtros' }));
    expect(initials()).toBe('ACLÓ');
    expect(address()).toBe('/?q=compras&f.estado=x&notas.orden=nombre');
  });

  it('is narrowed by a first filter until the address has one for its column', () => {
    const firstFilters = { estado: { kind: 'among', values: ['out'] } } as const;
    show('/', { firstFilters });
    expect(initials()).toBe('L');
    show('/?f.estado=in', { firstFilters });
    expect(names().slice(1)).toEqual(['Óscar Benítez', 'Claudia Restrepo', 'Andrés Murcia']);
  });

  it.each([
    ['a panel with few rows has no search field', { isInside: true, rows: ROWS.slice(0, 3) }, 0],
    ['a panel with more rows has one', { isInside: true }, 1],
    ['a page with few rows has one', { rows: ROWS.slice(0, 1) }, 1],
    ['a page without rows has none', { rows: [] }, 0],
  ])('%s', (_, props, count) => {
    show('/', props);
    expect(screen.queryAllByRole('searchbox')).toHaveLength(count);
  });
});
