import { sessionData } from '@cotejo/access-contracts';

/** Test fixture: a session and a storage for it. */
export const aSession = sessionData.parse({
  token: 'secret',
  type: 'Token',
  expires_in: 28_800,
  logged_in_at: '2026-09-21T13:00:00.000Z',
  user: {
    id: '0193b1a2-0000-7000-8000-000000000001',
    username: 'claudia.restrepo',
    first_name: 'Claudia',
    last_name: 'Restrepo',
    email: 'claudia.restrepo@example.com',
    role: 'PM',
    is_superuser: false,
    groups: [],
    permissions: { 'audits.*': 1 },
    product: 'audit',
    account_id: '0193b1a2-0000-7000-8000-00000000000a',
    account_name: 'Frailejón Alimentos S.A.S.',
    user_type: 'auditor',
    account_addons: [],
    sigla: 'CR',
  },
});

export function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    keys: () => items.keys(),
  };
}
