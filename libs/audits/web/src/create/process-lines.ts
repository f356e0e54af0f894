import type { CompanyRow } from '@cotejo/structure-contracts';

export interface ProcessGroup {
  /** Company and business unit. */
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Processes by company and business unit; units without processes are left out. */
export const processGroups = (companies: readonly CompanyRow[]): ProcessGroup[] =>
  companies.flatMap((company) =>
    company.unidades_negocio
      .filter(({ procesos }) => procesos.length > 0)
      .map((unit) => ({
        group: `${company.nombre} › ${unit.nombre}`,
        items: unit.procesos.map(({ id, nombre }) => ({ value: id, label: nombre })),
      })),
  );

/** Lines without the names that were chosen before, with those chosen now at the end; each name once. */
export function withProcesses(lines: string, before: readonly string[], now: readonly string[]): string {
  const dropped = new Set(before.filter((name) => !now.includes(name)));
  const typed = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !dropped.has(line));
  return [...new Set([...typed, ...now])].join('\n');
}
