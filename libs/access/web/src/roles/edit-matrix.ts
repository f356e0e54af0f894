import {
  PERMISSION_CATALOGUE,
  type Choice,
  type PermissionMatrix,
  type StoredPermission,
} from '@cotejo/access-contracts';
import { GRANTABLE_KEYS, permissionIn } from '@cotejo/access-domain';

/** Setting of a key in the matrix: a choice, denied, or inherited from a wildcard. */
export type CellSetting = Choice | 'none' | 'inherited';
/** Effective permission. `mixed`: several conditions at once; the editor shows it but cannot create it. */
export type Effect = Choice | 'none' | 'mixed';

const CONDITION_OF: Readonly<Record<Exclude<Choice, 'all'>, '2' | '3' | '4' | '5'>> = {
  created: '2',
  assigned: '3',
  projects: '4',
  associates: '5',
};

/** Stored value of a choice. */
export const valueOf = (choice: Choice | 'none'): StoredPermission =>
  choice === 'all' ? 1 : choice === 'none' ? 0 : { [CONDITION_OF[choice]]: 1 };

/** Choice of a stored value. */
export function choiceOf(value: StoredPermission): Effect {
  if (typeof value === 'number') return value === 1 ? 'all' : 'none';
  const granted = Object.entries(value).filter(([, given]) => given === 1);
  if (granted.length === 0) return 'none';
  if (granted.length > 1) return 'mixed';
  const named = Object.entries(CONDITION_OF).find(([, condition]) => condition === granted[0]?.[0]);
  return named === undefined ? 'mixed' : (named[0] as Choice);
}

/** Setting of a key or wildcard in the matrix, without inheritance. */
export function saidOf(matrix: PermissionMatrix, name: string): CellSetting | 'mixed' {
  const value = matrix[name];
  return value === undefined ? 'inherited' : choiceOf(value);
}

/** Effective permission of a key after wildcards, resolved as the policy does. */
export function effectOf(matrix: PermissionMatrix, key: string): Effect {
  const value = permissionIn(matrix, key);
  return typeof value === 'function' ? 'mixed' : choiceOf(value);
}

/** Copy of the matrix with the setting of a name changed; `inherited` removes the name. */
export function say(matrix: PermissionMatrix, name: string, said: CellSetting): PermissionMatrix {
  const { [name]: _, ...rest } = matrix;
  return said === 'inherited' ? rest : { ...rest, [name]: valueOf(said) };
}

/** Choices offered for a key; a wildcard (`plan.*`, `*`) has only `all`. */
export const choicesOf = (name: string): readonly Choice[] =>
  (PERMISSION_CATALOGUE as Readonly<Record<string, readonly Choice[]>>)[name] ?? ['all'];

export interface Module {
  readonly name: string;
  readonly wildcard: string;
  readonly keys: readonly string[];
}

/** All grantable keys by module, in catalogue order. */
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

/** Keys whose effective permission differs, wildcards resolved. */
export const differences = (before: PermissionMatrix, after: PermissionMatrix): readonly Difference[] =>
  GRANTABLE_KEYS.map((key) => ({ key, before: effectOf(before, key), after: effectOf(after, key) })).filter(
    (one) => one.before !== one.after,
  );

/** Deep equality, regardless of the order of names. */
export function isSame(one: PermissionMatrix, other: PermissionMatrix): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}

/** An unsaved matrix, with the saved matrix on which the edit was based. */
export interface MatrixDraft {
  readonly on: PermissionMatrix;
  readonly matrix: PermissionMatrix;
}

/** Applies the draft's changes to the saved matrix, which another administrator may have changed meanwhile. */
export function carriedOver({ on, matrix }: MatrixDraft, saved: PermissionMatrix): PermissionMatrix {
  const isTouched = (name: string): boolean => JSON.stringify(on[name]) !== JSON.stringify(matrix[name]);
  const left = Object.entries(saved).filter(([name]) => !isTouched(name));
  return Object.fromEntries([...left, ...Object.entries(matrix).filter(([name]) => isTouched(name))]);
}
