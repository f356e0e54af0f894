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
  const { q, in_team: isMember } = filter;
  when(
    q === undefined || q === '' ? undefined : `%${q.replace(/[\\%_]/g, '\\$&')}%`,
    (text) => `(a.name ilike ${text} or a.code ilike ${text})`,
  );
  when(filter.ano, (years) => `a.year = any (${years}::int[])`);
  when(filter.ano_desde, (year) => `a.year >= ${year}`);
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
  when(isMember, (isIn) => `(m.role is not null) = ${isIn}::boolean`);
  return { sql: conditions.join(' '), values };
}

const STATUS = `case when a.status = 'completed' and a.closed_on is not null then 'completed_closed' else a.status end`;
