import { ASSEMBLY_DAYS, type AuditStatus } from '@cotejo/audits-contracts';
import { isUnderWay, retainedUntil } from '@cotejo/audits-domain';

const DAY_MS = 24 * 60 * 60_000;

/** Whole days from one day to another, yyyy-MM-dd; negative = backwards. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** What the days of an audit say today. */
export type AuditDays =
  | { readonly kind: 'none' }
  | { readonly kind: 'until_start' | 'left' | 'late'; readonly days: number }
  | {
      readonly kind: 'closed';
      readonly assembleBy: string;
      /** Negative = the days for assembling the file are over. */
      readonly assemblyLeft: number;
      readonly retainedUntil: string;
    };

interface Days {
  readonly status: AuditStatus;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly closedOn: string | null;
}

/** Days left or late of an audit under way; of a closed one, the assembly and retention of its file. */
export function auditDays({ status, startDate, endDate, closedOn }: Days, today: string): AuditDays {
  const retained = retainedUntil(closedOn);
  if (closedOn !== null && retained !== null) {
    const assembleBy = dayAfter(closedOn, ASSEMBLY_DAYS);
    return {
      kind: 'closed',
      assembleBy,
      assemblyLeft: daysBetween(today, assembleBy),
      retainedUntil: retained,
    };
  }
  if (!isUnderWay(status)) return { kind: 'none' };
  if (status === 'not_started' && startDate !== null && today < startDate)
    return { kind: 'until_start', days: daysBetween(today, startDate) };
  if (endDate === null) return { kind: 'none' };
  const days = daysBetween(today, endDate);
  return days < 0 ? { kind: 'late', days: -days } : { kind: 'left', days };
}
