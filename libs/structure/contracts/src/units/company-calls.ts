import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';

const named = z.object({ id: z.uuid(), codigo: z.string().nullable(), nombre: z.string() });

/** A company with its business units and their processes, each by name. */
export const companyRow = named.extend({
  unidades_negocio: z.array(named.extend({ procesos: z.array(named) })),
});
export type CompanyRow = z.infer<typeof companyRow>;

export const companyCalls = {
  /** The structure of the account as one tree, for choosing from it. */
  companies: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/empresas/',
    policy: requires('structure.list'),
    data: z.array(companyRow),
  }),
};
