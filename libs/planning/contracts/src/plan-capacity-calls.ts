import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';

/** What a year's plan is held against: working time of its days, and hours in audits that exist. */
export const planCapacityRead = z.object({
  /** Working minutes of a person on each day, from 1 January of the year until the end of the next one. */
  dias: z.array(z.int()),
  /** Places in the teams of open audits; the minutes are those of the year, by month. */
  compromisos: z.array(
    z.object({ usuario: z.uuid(), auditoria: z.uuid(), minutos: z.array(z.int()).length(12) }),
  ),
});
export type PlanCapacityRead = z.infer<typeof planCapacityRead>;

export const planCapacityCalls = {
  /** Working time of a year, and what people are assigned in open audits, without the names of these. */
  capacity: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/planes-anuales/capacidad/:ano/',
    policy: requires('audits.add'),
    params: z.object({ ano: z.coerce.number().int().min(2000).max(2100) }),
    data: planCapacityRead,
  }),
};
