import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../screens.fixture.tsx';
import { StorageReservations } from './storage-reservations.tsx';

const administrator = { permissions: { '*': 1 }, role: 'ADMIN' };
const MEGABYTE = 1024 * 1024;

afterEach(() => vi.restoreAllMocks());

describe('the storage of an account', () => {
  it('shows who holds how much of it by uploads under way', async () => {
    show(
      <StorageReservations />,
      {
        'GET /account/storage_quota/': () => ({
          used: 3 * MEGABYTE,
          total: 10 * MEGABYTE,
          reserved: 5 * MEGABYTE,
        }),
        'GET /account/storage_reservations/': () => ({
          records: [
            { user_id: 'u-1', name: 'Laura Pineda', uploads: 4, bytes: 4 * MEGABYTE },
            { user_id: 'u-2', name: 'Ana Ruiz', uploads: 1, bytes: MEGABYTE },
          ],
        }),
      },
      administrator,
    );
    expect(await screen.findByText('3 MB de 10 MB')).toBeInTheDocument();
    expect(screen.getByText('5 MB reservados por cargas abiertas')).toBeInTheDocument();
    expect(
      screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
    ).toEqual(['Laura Pineda4 cargas abiertas · 4 MB', 'Ana Ruiz1 carga abierta · 1 MB']);
  });

  it('says so where none does', async () => {
    show(
      <StorageReservations />,
      {
        'GET /account/storage_quota/': () => ({ used: 0, total: null, reserved: 0 }),
        'GET /account/storage_reservations/': () => ({ records: [] }),
      },
      administrator,
    );
    expect(await screen.findByText('Ninguna carga abierta reserva espacio')).toBeInTheDocument();
  });
});
