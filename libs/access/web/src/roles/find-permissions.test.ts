import { describe, expect, it } from 'vitest';
import { findPermissions } from './find-permissions.ts';

const modules = [
  { name: 'plan', wildcard: 'plan.*', keys: ['plan.treeitem__move', 'plan.risk__add'] },
  { name: 'users', wildcard: 'users.*', keys: ['users.add'] },
];
const names: Readonly<Record<string, string>> = {
  plan: 'Plan de auditoría',
  users: 'Usuarios',
  'plan.treeitem__move': 'Mover elementos',
  'plan.risk__add': 'Agregar riesgos',
  'users.add': 'Crear usuarios',
};
const words = { module: (name: string) => names[name] ?? '', permission: (key: string) => names[key] ?? '' };
const found = (text: string) =>
  findPermissions(modules, text, words).map(({ keys, isWhole }) => [keys, isWhole]);

describe('a text finds', () => {
  it.each([
    [
      'nothing asked',
      '',
      [
        [['plan.treeitem__move', 'plan.risk__add'], true],
        [['users.add'], true],
      ],
    ],
    ['a name, whatever its accents', 'AUDITORIA', [[['plan.treeitem__move', 'plan.risk__add'], true]]],
    ['a permission', 'mover', [[['plan.treeitem__move'], false]]],
    ['a key', 'risk__add', [[['plan.risk__add'], false]]],
    ['words of both', 'plan agregar', [[['plan.risk__add'], false]]],
    ['what no name holds', 'firmar', []],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
