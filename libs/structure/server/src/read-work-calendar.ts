import type { YearSettings } from '@cotejo/access-contracts';
import type { CalendarDay, WorkTerms } from '@cotejo/structure-contracts';
import { workCalendar, workYear, type WorkCalendar } from '@cotejo/structure-domain';
import type { DataSource } from 'typeorm';
import { presentRows } from './present-rows.ts';
import { calendarDays, workTermsRows } from './records.ts';

/** The working calendar of an account, with its changes: whatever counts working days or hours asks it. */
export async function readWorkCalendar(db: DataSource, account: string): Promise<WorkCalendar> {
  const [terms, days] = await Promise.all([
    presentRows<WorkTerms>(db, workTermsRows, account),
    presentRows<CalendarDay>(db, calendarDays, account),
  ]);
  return workCalendar(terms, days);
}

/** Settings of last year, this year and the next. */
export async function readYearSettings(db: DataSource, account: string, now: Date): Promise<YearSettings[]> {
  const calendar = await readWorkCalendar(db, account);
  const thisYear = now.getUTCFullYear();
  return [thisYear - 1, thisYear, thisYear + 1].map((ano) => {
    const { workingDays, minutes, terms } = workYear(calendar, ano);
    const { vacationDays, trainingDays } = calendar.termsOn(`${ano}-12-31`);
    return {
      ano,
      horas_dia: terms.map(({ since, dailyMinutes }) => ({ desde: since, horas: dailyMinutes / 60 })),
      dias_habiles: workingDays,
      minutos_habiles: minutes,
      dias_vacaciones: vacationDays,
      dias_capacitacion: trainingDays,
    };
  });
}
