import { newDraft, type WizardDraft } from './wizard-draft.ts';

/** What a row of the year's plan says of its audit. */
export interface PlannedFacts {
  readonly row: string;
  readonly name: string;
  readonly kind: WizardDraft['kind'];
  readonly year: number;
  /** Days, yyyy-MM-dd. */
  readonly start: string;
  readonly end: string;
  readonly frequency: WizardDraft['frequency'];
  readonly minutes: number;
  readonly cost: number | null;
  readonly leader: string | null;
  readonly team: readonly string[];
}

/** Rows of the year's plan, which another context keeps. */
export interface PlannedAudits {
  /** Null for a row whose audit is not to be created: it exists, or the row is postponed or withdrawn. */
  read(row: string, signal: AbortSignal): Promise<PlannedFacts | null>;
  /** Links the row with the audit that was created for it. */
  link(row: string, audit: string): Promise<void>;
}

const MINUTES_OF_HOUR = 60;

/** A new draft with everything that the plan says; source and scope are still to be chosen. */
export const draftOfPlanned = (facts: PlannedFacts, today: string): WizardDraft => ({
  ...newDraft(today),
  kind: facts.kind,
  name: facts.name,
  ...{ year: facts.year, start: facts.start, end: facts.end, frequency: facts.frequency },
  hours: facts.minutes / MINUTES_OF_HOUR,
  cost: facts.cost ?? '',
  leader: facts.leader ?? '',
  team: facts.team
    .filter((user) => user !== facts.leader)
    .map((user) => ({ key: crypto.randomUUID(), user, role: 'auditor', hours: '' })),
  planned: { row: facts.row, name: facts.name, year: facts.year },
});
