import { authenticationMethod, role, userType, type Role, type UserType } from '@cotejo/access-contracts';
import { z } from 'zod';

/** Event fields shown in the history; each event type has some of them. */
const shownFields = z.object({
  user: z.uuid().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  role: z.string().optional().catch(undefined),
  customRole: z.string().nullable().optional().catch(undefined),
  userType: userType.optional().catch(undefined),
  slotType: userType.optional().catch(undefined),
  method: authenticationMethod.optional().catch(undefined),
  fields: z.array(z.string()).optional().catch(undefined),
  ranges: z.array(z.string()).optional().catch(undefined),
  required: z.boolean().optional().catch(undefined),
  until: z.iso.datetime().optional().catch(undefined),
  startsOn: z.iso.date().optional().catch(undefined),
  dueOn: z.iso.date().nullable().optional().catch(undefined),
  rules: z.object({ minLength: z.number() }).optional().catch(undefined),
});

/** One fact of a change besides its type; the component translates it. */
export type ChangeFact =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'own-role'; readonly id: string }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'type'; readonly type: UserType }
  | { readonly kind: 'method'; readonly method: z.output<typeof authenticationMethod> }
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  | { readonly kind: 'required'; readonly required: boolean }
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'until'; readonly at: string }
  | { readonly kind: 'days'; readonly from: string; readonly to: string | null }
  | { readonly kind: 'length'; readonly least: number }
  /** Shown untranslated: a name given by the account, addresses. */
  | { readonly kind: 'words'; readonly words: string };

/** Facts of a change in reading order, starting with the user it was about. */
export function changeFacts(data: Readonly<Record<string, unknown>>): readonly ChangeFact[] {
  const change = shownFields.parse(data);
  const facts: ChangeFact[] = [];
  if (change.user !== undefined) facts.push({ kind: 'person', id: change.user });
  if (change.name !== undefined) facts.push({ kind: 'words', words: change.name });
  else facts.push(...roleFacts(change.role, change.customRole ?? null));
  const type = change.userType ?? change.slotType;
  if (type !== undefined) facts.push({ kind: 'type', type });
  if (change.method !== undefined) facts.push({ kind: 'method', method: change.method });
  if (change.fields !== undefined) facts.push({ kind: 'fields', fields: change.fields });
  if (change.required !== undefined) facts.push({ kind: 'required', required: change.required });
  if (change.ranges !== undefined)
    facts.push(
      change.ranges.length === 0
        ? { kind: 'everywhere' }
        : { kind: 'words', words: change.ranges.join(', ') },
    );
  if (change.startsOn !== undefined)
    facts.push({ kind: 'days', from: change.startsOn, to: change.dueOn ?? null });
  if (change.until !== undefined) facts.push({ kind: 'until', at: change.until });
  if (change.rules !== undefined) facts.push({ kind: 'length', least: change.rules.minLength });
  return facts;
}

function roleFacts(named: string | undefined, customRole: string | null): readonly ChangeFact[] {
  if (customRole !== null) return [{ kind: 'own-role', id: customRole }];
  if (named === undefined) return [];
  const builtIn = role.safeParse(named);
  return [builtIn.success ? { kind: 'role', role: builtIn.data } : { kind: 'own-role', id: named }];
}
