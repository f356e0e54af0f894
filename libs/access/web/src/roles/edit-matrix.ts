import {
  PERMISSION_CATALOGUE,
  type Choice,
  type PermissionMatrix,
  type StoredPermission,
} from '@cotejo/access-contracts';
import { GRANTABLE_KEYS, permissionIn } from '@cotejo/access-domain';

/** What a matrix may say of a key: one of its choices, nothing at all, or that a wildcard above decides. */
export type Said = Choice | 'none' | 'inherited';
/** What then holds. `mixed`: several conditions at once, which the editor shows and doesn't make. */
export type Effect = Choice | 'none' | 'mixed';

const CONDITION_OF: Readonly<Record<Exclude<Choice, 'all'>, '2' | '3' | '4' | '5'>> = {
  created: '2',
  assigned: '3',
  projects: '4',
  associates: '5',
};

/** The value that a choice is stored as. */
export const valueOf = (choice: Choice | 'none'): StoredPermission =>
  choice === 'all' ? 1 : choice === 'none' ? 0 : { [CONDITION_OF[choice]]: 1 };

/** The choice that a stored value is. */
export function choiceOf(value: StoredPermission): Effect {
  if (typeof value === 'number') return value === 1 ? 'all' : 'none';
  const granted = Object.entries(value).filter(([, given]) => given === 1);
  if (granted.length === 0) return 'none';
  if (granted.length > 1) return 'mixed';
  const named = Object.entries(CONDITION_OF).find(([, condition]) => condition === granted[0]?.[0]);
  return named === undefined ? 'mixed' : (named[0] as Choice);
}

/** What a matrix says of a name itself. */
export function saidOf(matrix: PermissionMatrix, name: string): Said | 'mixed' {
  const value = matrix[name];
  return value === undefined ? 'inherited' : choiceOf(value);
}

/** What holds of a key after its wildcards, as the policy reads it. */
export function effectOf(matrix: PermissionMatrix, key: string): Effect {
  const value = permissionIn(matrix, key);
  return typeof value === 'function' ? 'mixed' : choiceOf(value);
}

/** Another matrix that says this of a name; `inherited` takes the name out. */
export function say(matrix: PermissionMatrix, name: string, said: Said): PermissionMatrix {
  const { [name]: _, ...rest } = matrix;
  return said === 'inherited' ? rest : { ...rest, [name]: valueOf(said) };
}

/** The choices of a key, or of a wildcard (`plan.*`, `*`): what makes sense for all that it covers. */
export const choicesOf = (name: string): readonly Choice[] =>
  (PERMISSION_CATALOGUE as Readonly<Record<string, readonly Choice[]>>)[name] ?? ['all'];

export interface Module {
  readonly name: string;
  readonly wildcard: string;
  readonly keys: readonly string[];
}

/** All keys by module, in the catalogue's order. */
export const MODULES: readonly Module[] = [...new Set(GRANTABLE_KEYS.map(moduleOf))].map((name) => ({
  name,
  wildcard: `${name}.*`,
  keys: GRANTABLE_KEYS.filter((key) => moduleOf(key) === name),
}));

function moduleOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

export interface Difference {
  readonly key: string;
  readonly before: Effect;
  readonly after: Effect;
}

/** Keys of which something else holds afterwards: what a change really does, wildcards worked out. */
export const differences = (before: PermissionMatrix, after: PermissionMatrix): readonly Difference[] =>
  GRANTABLE_KEYS.map((key) => ({ key, before: effectOf(before, key), after: effectOf(after, key) })).filter(
    (one) => one.before !== one.after,
  );

/** Whether two matrices say the same, whatever the order of their names. */
export function isSame(one: PermissionMatrix, other: PermissionMatrix): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}

/** A matrix that somebody is changing, and what the role said when they began. */
export interface MatrixDraft {
  readonly on: PermissionMatrix;
  readonly matrix: PermissionMatrix;
}

/** What they changed, over what the role says now: somebody else may have saved it meanwhile. */
export function carriedOver({ on, matrix }: MatrixDraft, saved: PermissionMatrix): PermissionMatrix {
  const isTouched = (name: string): boolean => JSON.stringify(on[name]) !== JSON.stringify(matrix[name]);
  const left = Object.entries(saved).filter(([name]) => !isTouched(name));
  return Object.fromEntries([...left, ...Object.entries(matrix).filter(([name]) => isTouched(name))]);
}
