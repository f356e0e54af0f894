import type { AccountRow, SlotRow } from '@cotejo/access-contracts';

const id = (number: number): string => `018f5c1e-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const sampleAccount = (more: Partial<AccountRow> = {}): AccountRow => ({
  id: id(1),
  account_name: 'Andina S.A.',
  pkg: 'audit',
  edition: 'internal',
  demo: false,
  suspended: false,
  addons: ['abi'],
  quota: 5 * 1024 ** 3,
  used: 1024 ** 3,
  users: 12,
  slots: { total: 20, assigned: 12 },
  ranges: ['10.0.0.0/8'],
  consultants: [],
  opened_at: '2026-09-01T12:00:00.000Z',
  ...more,
});

export const sampleConsultant = (more: Partial<AccountRow['consultants'][number]> = {}) => ({
  user: id(50),
  username: 'marta.gil',
  first_name: 'Marta',
  last_name: 'Gil',
  email: 'marta.gil@consultores.co',
  until: '2099-01-31T12:00:00.000Z',
  revoked: false,
  ...more,
});

export const sampleSlot = (more: Partial<SlotRow> = {}): SlotRow => ({
  slotId: id(100),
  type: 'auditor',
  state: 'unassigned',
  start_date: '2026-01-01',
  due_date: '2026-12-31',
  current: true,
  user: null,
  first_name: null,
  last_name: null,
  email: null,
  role: null,
  used: false,
  ...more,
});
