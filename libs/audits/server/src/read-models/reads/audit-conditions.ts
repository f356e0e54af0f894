import type { AuditsFilter } from '@cotejo/audits-contracts';

/** Conditions of a query, each beginning with `and`, and the values of their parameters. */
export interface Conditions {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Conditions on `read.audit a` and on `m`, the reader's own place in the team. Progress and lateness are no columns:
 * they are left to the caller.
 * @param first number of the first parameter
 */
export function conditionsOf(filter: AuditsFilter, first: number): Conditions {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const when = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`and ${condition(`$${first + values.length - 1}`)}`);
  };
  const { q, in_team: isMember, con_abiertas: withOpen } = filter;
  when(
    q === undefined || q === '' ? undefined : `%${q.replace(/[\\%_]/g, '\\$&')}%`,
    (text) => `(a.name ilike ${text} or a.code ilike ${text})`,
  );
  when(filter.ano, (years) => `a.year = any (${years}::int[])`);
  when(filter.ano_desde, (year) => fromYear(year, String(withOpen === true)));
  when(filter.ano_hasta, (year) => `a.year <= ${year}`);
  when(filter.record_type, (types) => `a.record_type = any (${types}::text[])`);
  when(filter.tipo_auditoria, (kinds) => `a.kind = any (${kinds}::text[])`);
  when(filter.frequency_type, (frequencies) => `a.frequency = any (${frequencies}::text[])`);
  when(filter.status, (statuses) => `${STATUS} = any (${statuses}::text[])`);
  when(filter.lider, (leaders) => `a.leader = any (${leaders}::uuid[])`);
  when(
    filter.miembro,
    (members) => `exists (select from read.audit_member
      where account_id = a.account_id and audit_id = a.id and is_active and user_id = any (${members}::uuid[]))`,
  );
  when(filter.empresa, (company) => named('company', company));
  when(filter.unidad, (unit) => named('unit', unit));
  // The level of a rating is in the scale with which the audit was rated: its code is enough.
  when(filter.calificacion, (ratings) => `a.conclusion->>'rating' = any (${ratings}::text[])`);
  when(isMember, (isIn) => `(m.role is not null) = ${isIn}::boolean`);
  return { sql: conditions.join(' '), values };
}

/** Neither closed nor cancelled: the negation of `isReadOnly`. */
const STILL_OPEN = `(a.status not in ('closed', 'cancelled') and not (a.status = 'completed' and a.closed_on is not null))`;

/** Of a year or later; with `withOpen` also of earlier years while the audit is still open. */
export const fromYear = (year: string, withOpen: string): string =>
  `(a.year >= ${year} or (${withOpen} and ${STILL_OPEN}))`;

/** Any of the units in scope has this name, ignoring case. */
const named = (key: 'company' | 'unit', name: string): string =>
  `exists (select from jsonb_array_elements(a.units) u where lower(u->>'${key}') = lower(${name}))`;

const STATUS = `case when a.status = 'completed' and a.closed_on is not null then 'completed_closed' else a.status end`;
