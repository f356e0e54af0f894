import type { AuditStatus } from '@cotejo/audits-contracts';

const UNDER_WAY: ReadonlySet<AuditStatus> = new Set(['not_started', 'in_progress']);

/** Whether an audit's work is still expected: it is neither over nor put off. */
export const isUnderWay = (status: AuditStatus): boolean => UNDER_WAY.has(status);

/** Whether an audit's last planned day is past while its work is not over; days are yyyy-MM-dd. */
export const isLate = (
  { status, endDate }: { readonly status: AuditStatus; readonly endDate: string | null },
  today: string,
): boolean => endDate !== null && endDate < today && isUnderWay(status);
