import { z } from 'zod';

/** A calendar day from 1900 on; the database's date type has no year 0000. */
export const calendarDay = z.iso.date().regex(/^(19|[2-9]\d)/);
