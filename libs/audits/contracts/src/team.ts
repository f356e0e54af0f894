import { z } from 'zod';
import { calendarDay } from './days.ts';
import type { SealedText } from './sealed.ts';

/** Role of a member in the audit's team; `icce` may edit findings of an ICCE audit. */
export const teamRole = z.enum(['manager', 'leader', 'auditor', 'guest', 'icce']);
export type TeamRole = z.infer<typeof teamRole>;

/** What is planned of a member, and whether they still take part. */
export const memberState = z.object({
  role: teamRole,
  isActive: z.boolean(),
  /** Whole minutes; up to 100,000 hours. */
  budgetedMinutes: z.number().int().min(0).max(6_000_000),
  /** Whole units of the account's currency; fits an `integer` column. */
  budgetedCost: z.number().int().min(0).max(2_000_000_000),
  startDate: calendarDay.nullable(),
  endDate: calendarDay.nullable(),
});
export type MemberState = z.infer<typeof memberState>;

/** Threats to a member's independence as entered: well-formed and without U+0000; null = none. */
export const independenceThreats = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(/^[^\0\p{Cs}]*$/u)
  .nullable();

/** A member's declaration: its moment (ISO 8601 in UTC) and the sealed threats; null = none. */
export interface IndependenceDeclaration {
  readonly at: string;
  readonly threats: SealedText | null;
}

/** A member as the rules know them. Without a declaration, null. */
export interface TeamMemberState extends MemberState {
  readonly declared: IndependenceDeclaration | null;
}

/** A member of whom nothing is planned yet. */
export const newMember = (role: TeamRole): TeamMemberState => ({
  role,
  isActive: true,
  budgetedMinutes: 0,
  budgetedCost: 0,
  startDate: null,
  endDate: null,
  declared: null,
});
