import { z } from 'zod';

/** A day in a year that a calendar has; a database takes no year 0000. */
export const calendarDay = z.iso.date().regex(/^(19|[2-9]\d)/);
