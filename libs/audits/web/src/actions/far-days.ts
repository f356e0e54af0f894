/** Days outside of an audit's period that are still plausible: follow-up goes on for a year. */
const MARGIN_DAYS = 366;
const DAY_MS = 86_400_000;

/** First and last day of an audit, `yyyy-MM-dd`; without them its year counts. */
export interface AuditPeriod {
  readonly fecha_inicio: string | null;
  readonly fecha_fin: string | null;
  readonly ano_auditoria: number;
}

export const firstDayOf = (audit: AuditPeriod): string =>
  audit.fecha_inicio ?? `${audit.ano_auditoria}-01-01`;
export const lastDayOf = (audit: AuditPeriod): string => audit.fecha_fin ?? `${audit.ano_auditoria}-12-31`;

/** Days that are more than a year before or after the audit, as a mistyped year is. Empty texts are skipped. */
export const farDays = (days: readonly string[], audit: AuditPeriod): string[] =>
  days.filter(
    (day) =>
      day !== '' &&
      (daysBetween(day, firstDayOf(audit)) > MARGIN_DAYS || daysBetween(lastDayOf(audit), day) > MARGIN_DAYS),
  );

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
