import type { ItemId, TeamMemberRead, TimeRecordRead } from '@cotejo/audits-contracts';
import { hoursByItem, type AuditView } from '@cotejo/audits-domain';

/** Hours and cost of a person: planned against spent. */
export interface PersonHours {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
  readonly budgeted: number;
  readonly spent: number;
  /** Null where the reader may not see costs. */
  readonly cost: number | null;
  /** Hours spent at the cost of a planned hour; null without planned hours, or where costs are not seen. */
  readonly spentCost: number | null;
}

/**
 * Hours of every member with planned or recorded hours, most planned first.
 * @param records visible to the reader: of all members, or only the reader's
 */
export function hoursByPerson(
  team: readonly TeamMemberRead[],
  records: readonly TimeRecordRead[],
  seesAll: boolean,
): readonly PersonHours[] {
  const spent = new Map<string, number>();
  for (const { usuario, horas } of records)
    spent.set(usuario.id, (spent.get(usuario.id) ?? 0) + Math.round(horas * 60));
  return team
    .flatMap((member): PersonHours[] => {
      const { id, name, sigla: initials } = member.usuario;
      const minutes = spent.get(id) ?? 0;
      const budgeted = member.horas_presupuestadas;
      if (budgeted === 0 && minutes === 0) return [];
      const cost = seesAll ? member.costo_presupuestado : null;
      const rate = cost === null || budgeted === 0 ? null : cost / budgeted;
      const hours = minutes / 60;
      return [
        {
          ...{ id, name, initials, budgeted, spent: hours, cost },
          spentCost: rate === null ? null : Math.round(rate * hours),
        },
      ];
    })
    .sort((a, b) => b.budgeted - a.budgeted || a.name.localeCompare(b.name, 'es'));
}

/** Hours of a group at the top of the plan. */
export interface PhaseHours {
  readonly id: ItemId;
  readonly name: string;
  readonly planned: number;
  readonly spent: number;
}

/** Hours of the phases, planned in their worksheets against spent on them; those without any are left out. */
export function hoursByPhase(
  view: AuditView,
  phases: readonly { readonly id: ItemId; readonly node: { readonly name: string } }[],
  records: readonly TimeRecordRead[],
): readonly PhaseHours[] {
  const spent = new Map<string, number>();
  for (const { actividad, horas } of records)
    spent.set(actividad.id, (spent.get(actividad.id) ?? 0) + Math.round(horas * 60));
  const hours = hoursByItem(view, (id) => spent.get(id) ?? 0);
  return phases.flatMap(({ id, node }) => {
    const own = hours.get(id);
    if (!own || (own.budgeted === 0 && own.spent === 0)) return [];
    return [{ id, name: node.name, planned: own.budgeted / 60, spent: own.spent / 60 }];
  });
}

/** Total planned and spent cost; null when no visible member has a planned cost. */
export function executedBudget(
  people: readonly PersonHours[],
): { readonly cost: number; readonly spent: number; readonly percent: number } | null {
  const cost = people.reduce((sum, one) => sum + (one.cost ?? 0), 0);
  const spent = people.reduce((sum, one) => sum + (one.spentCost ?? 0), 0);
  return cost === 0 ? null : { cost, spent, percent: Math.round((spent * 1000) / cost) / 10 };
}
