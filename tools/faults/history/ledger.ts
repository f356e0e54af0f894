import type { Outcome } from '@cotejo/rooms/protocol';

/** An intent sent to the product, and the answers received. */
export interface AskedIntent {
  /** Command id of the intent, derived from account, user, session and number. */
  readonly command: string;
  readonly who: string;
  readonly session: string;
  readonly seq: number;
  readonly stream: string;
  readonly base: number;
  readonly intent: { readonly kind: string; readonly [field: string]: unknown };
  readonly answers: ReportedAnswer[];
  /** The client has confirmed receipt: from then on the journal may forget the outcome. */
  isConfirmed: boolean;
}

export interface ReportedAnswer {
  readonly outcome: Outcome;
  readonly version: number;
}

/** A creation over REST, under an idempotency key. Its name is unique. */
export interface AskedCreation {
  readonly key: string;
  readonly name: string;
  readonly answers: ReportedCreation[];
}

export type ReportedCreation =
  | { readonly ok: true; readonly audit: string; readonly code: string }
  | { readonly ok: false; readonly code: string };

/** An entry in the journal of commands. */
export interface JournalEntry {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly outcome: unknown;
}

/** All requests and their answers, by identity; a resent intent is one entry. */
export class Ledger {
  private readonly intents = new Map<string, AskedIntent>();
  private readonly creations = new Map<string, AskedCreation>();
  private readonly touchedIntents = new Set<AskedIntent>();
  private answeredCount = 0;
  private refusedCount = 0;

  ask(asked: Omit<AskedIntent, 'answers' | 'isConfirmed'>): void {
    const known = this.intents.get(asked.command);
    const intent = known ?? { ...asked, answers: [], isConfirmed: false };
    if (!known) this.intents.set(asked.command, intent);
    this.touchedIntents.add(intent);
  }

  answer(command: string, told: ReportedAnswer): void {
    const intent = this.intents.get(command);
    if (!intent) throw new Error(`an answer to what nobody asked: ${command}`);
    if (intent.answers.length === 0) {
      this.answeredCount += 1;
      if (!told.outcome.ok) this.refusedCount += 1;
    }
    intent.answers.push(told);
    this.touchedIntents.add(intent);
  }

  /** Answered intents only: confirming any other is a fault of the client. */
  confirm(command: string): void {
    const intent = this.intents.get(command);
    if (intent && intent.answers.length > 0) intent.isConfirmed = true;
  }

  askCreation(key: string, name: string): void {
    if (!this.creations.has(key)) this.creations.set(key, { key, name, answers: [] });
  }

  answerCreation(key: string, told: ReportedCreation): void {
    const creation = this.creations.get(key);
    if (!creation) throw new Error(`an answer to what nobody asked: ${key}`);
    if (creation.answers.length === 0) {
      this.answeredCount += 1;
      if (!told.ok) this.refusedCount += 1;
    }
    creation.answers.push(told);
  }

  /** Number of distinct intents and creations that were answered. */
  get answered(): number {
    return this.answeredCount;
  }

  get refused(): number {
    return this.refusedCount;
  }

  /** Intents sent or answered since the last call. */
  takeTouched(): readonly AskedIntent[] {
    const touched = [...this.touchedIntents];
    this.touchedIntents.clear();
    return touched;
  }

  get allIntents(): readonly AskedIntent[] {
    return [...this.intents.values()];
  }

  get allCreations(): readonly AskedCreation[] {
    return [...this.creations.values()];
  }
}
