import type { UserId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import {
  choice,
  day,
  money,
  person,
  record,
  reference,
  text,
  type RowOf,
  type StateOf,
} from '@cotejo/record';
import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';

/** Personal allowance by project and by user, as for travel: specification 2, section 3. */
export const allowance = record('allowance', {
  home: 'account',
  fields: {
    holder: person<UserId>(),
    audit: reference<AuditId>('audit'),
    concept: choice({
      transport: 'TRANSPORTE',
      lodging: 'ALOJAMIENTO',
      meals: 'ALIMENTACION',
      other: 'OTRO',
    }),
    amount: money(),
    firstDay: day(),
    /** Null = one day. */
    lastDay: day().optional(),
    note: text(2_000).optional(),
  },
  acts: {},
  refusals: { allowance_dates: 422, allowance_empty: 422 },
  rights: 'allowances',
  assignee: 'holder',
  path: '/viaticos/',
  wire: {
    holder: 'usuario',
    audit: 'proyecto',
    concept: 'concepto',
    amount: 'valor',
    firstDay: 'fecha_inicio',
    lastDay: 'fecha_fin',
    note: 'nota',
    restore: 'restaurar',
  },
});
export type Allowance = StateOf<typeof allowance>;
/** An allowance as lists and pages show it. */
export type AllowanceRow = RowOf<typeof allowance>;

/** Refusals; texts: `i18n/*.json`. */
export const allowanceErrors = errorsOf(allowance, 'directory-contracts-allowances');
/** Created on first use, so that pages without these records build no schemas. */
export const allowanceCalls = (): RecordCalls<typeof allowance> => callsOf(allowance);
