import type { OrgUnit } from '@cotejo/structure-contracts';

type Unit = Pick<OrgUnit, 'id' | 'level' | 'name' | 'code' | 'parent'>;
export interface StructureNode<U extends Unit = Unit> {
  readonly unit: U;
  readonly children: readonly StructureNode<U>[];
}

/** Companies with their units and processes, each by name. */
export function structureTree<U extends Unit>(
  units: readonly U[],
  locale = 'es',
): readonly StructureNode<U>[] {
  const sorted = [...units].sort((a, b) => a.name.localeCompare(b.name, locale, { numeric: true }));
  const nodesOf = (parent: string | null): readonly StructureNode<U>[] =>
    sorted.filter((unit) => unit.parent === parent).map((unit) => ({ unit, children: nodesOf(unit.id) }));
  return nodesOf(null).filter(({ unit }) => unit.level === 'company');
}
