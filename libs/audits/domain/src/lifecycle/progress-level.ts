import type { AuditStatus } from '@cotejo/audits-contracts';

/** Colour of a progress figure: neutral while time remains, then a level of the percentage rule. */
export type ProgressLevel = 'neutral' | 'low' | 'mid' | 'high';

/** When work is due; days are yyyy-MM-dd. */
export interface Due {
  readonly endDate: string | null;
  /** The work is closed, however much of it was done. */
  readonly isOver?: boolean;
  /** The work was cancelled or put off: it can no longer be late. */
  readonly isDropped?: boolean;
}

export interface JudgedProgress {
  readonly level: ProgressLevel;
  /** The last planned day is past and the work is neither over nor complete. */
  readonly isLate: boolean;
}

/** Percentages from which progress is orange and green; below them it is red (specification 2, section 9). */
export const ORANGE_FROM = 70;
export const GREEN_FROM = 90;

function levelOf(percent: number): ProgressLevel {
  if (percent < ORANGE_FROM) return 'high';
  return percent < GREEN_FROM ? 'mid' : 'low';
}

/**
 * Colour of a progress of 0–100. The percentage rule applies to work that is late, over or complete: until then a low
 * figure is no bad news, and red stays for risk and lateness.
 */
export function judgeProgress(percent: number, due: Due, today: string): JudgedProgress {
  const { endDate, isOver = false, isDropped = false } = due;
  if (isDropped) return { level: 'neutral', isLate: false };
  const isComplete = percent >= 100;
  const isPast = endDate !== null && endDate < today;
  return {
    level: isComplete || isOver || isPast ? levelOf(percent) : 'neutral',
    isLate: isPast && !isComplete && !isOver,
  };
}

/** When an audit's work is due. */
export const dueOfAudit = (status: AuditStatus, endDate: string | null): Due => ({
  endDate,
  isOver: status === 'completed' || status === 'closed',
  isDropped: status === 'cancelled' || status === 'postponed',
});

/** When an item of an audit is due: by its own last day, else by the audit's. */
export const dueOfItem = (ofAudit: Due, ownEndDate: string | null): Due =>
  ownEndDate === null ? ofAudit : { ...ofAudit, endDate: ownEndDate };
