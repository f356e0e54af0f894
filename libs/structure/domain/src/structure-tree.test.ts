import type { OrgUnit, OrgUnitId } from '@cotejo/structure-contracts';
import { expect, it } from 'vitest';
import { structureTree, type StructureNode } from './structure-tree.ts';

const unit = (id: string, level: OrgUnit['level'], parent: string | null) => ({
  ...{ id: id as OrgUnitId, level, name: id, code: null, parent: parent as OrgUnitId | null },
});
const draw = (nodes: readonly StructureNode[], indent = ''): string[] =>
  nodes.flatMap(({ unit: { name }, children }) => [indent + name, ...draw(children, `${indent}  `)]);

it('lists companies with their units and processes, by name', () =>
  expect(
    draw(
      structureTree([
        unit('Nómina', 'process', 'Talento'),
        unit('Filial 10', 'company', null),
        unit('Filial 9', 'company', null),
        unit('Talento', 'business_unit', 'Filial 9'),
        unit('Ágil', 'business_unit', 'Filial 9'),
        unit('sin empresa', 'process', null),
        unit('de otra', 'process', 'gone'),
      ]),
    ),
  ).toEqual(['Filial 9', '  Ágil', '  Talento', '    Nómina', 'Filial 10']));
