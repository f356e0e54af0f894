import { port } from '@cotejo/record/port';
import type { WorkCalendar } from './work-calendar.ts';

/** Working calendars for other server contexts. */
export interface WorkCalendars {
  /** The calendar of an account with its present holidays and terms. */
  of(account: string): Promise<WorkCalendar>;
}

export const WORK_CALENDARS = port<WorkCalendars>('work calendars');
