import type { yearSettings } from '@cotejo/access-contracts';
import type { z } from 'zod';

/**
 * Defaults of a year: the working day of Ley 2101 (46 hours a week, 44 from July 2025, 42 from July 2026), the holidays
 * of the labour code, and a week of training.
 */
export function usualYears(now: Date): z.infer<typeof yearSettings>[] {
  const thisYear = now.getUTCFullYear();
  return [thisYear - 1, thisYear, thisYear + 1].map((ano) => ({
    ano,
    horas_dia: HOURS.filter(({ desde }, index) => {
      const next = HOURS[index + 1]?.desde ?? '9999-12-31';
      return desde <= `${ano}-12-31` && next > `${ano}-01-01`;
    }).map((part) => ({ ...part })),
    dias_vacaciones: 15,
    dias_capacitacion: 5,
  }));
}

const HOURS = [
  { desde: '2024-07-15', horas: 9.2 },
  { desde: '2025-07-15', horas: 8.8 },
  { desde: '2026-07-15', horas: 8.4 },
] as const;
