import type { Principal } from '@cotejo/access-contracts';
import { AUDITS, type TeamPlace } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { planCapacityCalls, PlanCapacityRead } from '@cotejo/planning-contracts';
import { spreadMinutes } from '@cotejo/planning-domain';
import type { Ground } from '@cotejo/record/server';
import { daysBetween, WORK_CALENDARS, type WorkCalendar } from '@cotejo/structure-domain';

/** See `planCapacityRead`. */
export function toPlanCapacity(
  year: number,
  calendar: Pick<WorkCalendar, 'minutesOn'>,
  places: readonly TeamPlace[],
): PlanCapacityRead {
  const minutesOn = (day: string) => calendar.minutesOn(day);
  return {
    dias: [...daysBetween(`${year}-01-01`, `${year + 1}-12-31`)].map(minutesOn),
    compromisos: places.map(({ user, audit, minutes, startDate: from, endDate: to }) => ({
      usuario: user,
      auditoria: audit,
      minutos: [...spreadMinutes(minutes, { from, to }, year, minutesOn)],
    })),
  };
}

export const planCapacityHandlers = ({
  the,
}: Pick<Ground<Principal>, 'the'>): Handlers<typeof planCapacityCalls, Principal> => ({
  capacity: async ({ principal: { accountId }, params: { ano } }) => {
    const [calendar, places] = await Promise.all([
      the(WORK_CALENDARS).of(accountId),
      the(AUDITS).teamPlaces(accountId, `${ano}-01-01`, `${ano}-12-31`),
    ]);
    return toPlanCapacity(ano, calendar, places);
  },
});
