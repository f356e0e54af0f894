import { ROLE_KEYS, type Role } from '@cotejo/access-contracts';
import type { ErrorTexts, Language } from '@cotejo/http/server';
import type { RoleTexts } from './role-row.ts';

const NAMESPACE = 'access-contracts';

/** What the roles that everybody has are called, in the language of whoever asks. */
export function roleTexts(texts: ErrorTexts, language: Language): RoleTexts {
  const word = (role: Role, part: 'name' | 'description'): string =>
    texts.text(NAMESPACE, `roles.${ROLE_KEYS[role]}.${part}`, language) ?? ROLE_KEYS[role];
  return {
    name: (role) => word(role, 'name'),
    description: (role) => word(role, 'description'),
  };
}
