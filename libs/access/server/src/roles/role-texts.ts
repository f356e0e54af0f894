import { ROLE_KEYS, role, type Role } from '@cotejo/access-contracts';
import { supportedLanguages } from '@cotejo/i18n';
import type { ErrorTexts, Language } from '@cotejo/http/server';
import type { RoleTexts } from './role-row.ts';

const NAMESPACE = 'access-contracts';

/** Texts of the built-in roles in a language. */
export function roleTexts(texts: ErrorTexts, language: Language): RoleTexts {
  const word = (role: Role, part: 'name' | 'description'): string =>
    texts.text(NAMESPACE, `roles.${ROLE_KEYS[role]}.${part}`, language) ?? ROLE_KEYS[role];
  return {
    name: (role) => word(role, 'name'),
    description: (role) => word(role, 'description'),
  };
}

/** All names of the built-in roles in every language; `also` is the name used on pages. */
export const builtInNames = (texts: ErrorTexts): readonly string[] =>
  supportedLanguages.flatMap((language) =>
    role.options.flatMap((each) => {
      const also = texts.text(NAMESPACE, `roles.${ROLE_KEYS[each]}.also`, language);
      return [roleTexts(texts, language).name(each), ...(also === null ? [] : [also])];
    }),
  );
