import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../screens.fixture.tsx';
import { AccountHistory } from '../security/account-history.tsx';

afterEach(() => vi.restoreAllMocks());

const row = (author: string | null, author_kind?: string) => ({
  at: '2026-11-20T15:00:00.000Z',
  type: 'AllowedAddressesSet',
  author,
  author_kind,
  person: null,
  motivo: null,
  motivo_texto: null,
  data: { ranges: ['203.0.113.7'] },
});

it.each([
  ['somebody of the account', row('Rosa Mora', 'person'), 'Rosa Mora'],
  ['somebody who was forgotten', row(null, 'person'), 'Persona eliminada'],
  ['somebody who administers the product', row(null, 'product'), 'Quien administra el producto'],
  ['nobody', row(null, 'system'), 'El sistema'],
  ['nobody, of an older node', row(null), 'El sistema'],
])('a change of access by %s says so', async (_, told, words) => {
  const nobody = () => [];
  const answers = {
    'GET /account/history/': () => [told],
    'GET /users/': nobody,
    'GET /user_roles/': nobody,
  };
  show(<AccountHistory />, answers, { permissions: { '*': 1 }, role: 'ADMIN' });
  expect(await screen.findByText(words)).toBeInTheDocument();
});
