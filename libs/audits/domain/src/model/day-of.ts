import { DEFAULT_TIME_ZONE } from '@cotejo/access-contracts';

const format = new Intl.DateTimeFormat('en-CA', { timeZone: DEFAULT_TIME_ZONE });

/** Calendar day, `yyyy-MM-dd`, of a moment. */
export const dayOf = (moment: string): string => format.format(new Date(moment));
