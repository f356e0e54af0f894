import { canonicalJson, type JsonValue } from '@cotejo/event-store';
import type { AskedCreation, AskedIntent, JournalEntry } from './ledger.ts';
import type { LogChecker } from './log-checker.ts';
import { violation, type Violation } from './violation.ts';

export interface Stored {
  readonly log: Pick<LogChecker, 'writtenBy' | 'headOf'>;
  readonly journal: ReadonlyMap<string, JournalEntry>;
}

const same = (a: unknown, b: unknown): boolean =>
  canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);

/** Checks answers against the log and the journal: acknowledged ⊆ stored, with equal outcomes, and nothing beyond. */
export function checkIntents(asked: readonly AskedIntent[], stored: Stored): Violation[] {
  return asked.flatMap((intent) => checkIntent(intent, stored));
}

function checkIntent(asked: AskedIntent, { log, journal }: Stored): Violation[] {
  const { command, stream, answers, intent, who } = asked;
  const name = `${who} ${intent.kind} ${command} on ${stream}`;
  const written = log.writtenBy(command);
  const entry = journal.get(command);
  const [answer, ...others] = answers;
  const found: Violation[] = [];
  if (answer && others.some(({ outcome }) => !same({ ...outcome }, { ...answer.outcome }))) {
    found.push(violation('answered-two-ways', `${name}: ${JSON.stringify(answers)}`));
  }
  if (entry === undefined && answer && asked.isConfirmed) {
    const isElsewhere = written.some((place) => place.stream !== stream || place.version > answer.version);
    if (isElsewhere) found.push(violation('acknowledged-otherwise', `${name}: its events stand elsewhere`));
    if (!answer.outcome.ok && written.length > 0) found.push(violation('rejection-wrote', name));
    return found;
  }
  if (entry === undefined) {
    if (written.length > 0) found.push(violation('journal-missing', name));
    if (answer) found.push(violation('acknowledged-lost', `${name}: ${JSON.stringify(answer)}`));
    return found;
  }
  const isRefused = !same(entry.outcome, { ok: true });
  if (isRefused && written.length > 0) {
    found.push(violation('rejection-wrote', `${name} wrote ${stream} ${written[0]?.version}`));
  }
  if (written.some((place) => place.stream !== stream || place.version > entry.version)) {
    found.push(violation('acknowledged-otherwise', `${name}: its events stand elsewhere`));
  }
  if (!answer) return found;
  // A node that learned the outcome from another answers with its own head: any version at or after the written events
  // is right.
  const shown = written.at(-1)?.version ?? -1;
  const isTold = answers.every(({ version }) => version >= shown);
  if (entry.stream !== stream || !isTold || !same(entry.outcome, { ...answer.outcome })) {
    found.push(
      violation(
        'acknowledged-otherwise',
        `${name}: told ${JSON.stringify(answers)}, stored ${JSON.stringify(entry)}`,
      ),
    );
  }
  const head = log.headOf(stream)?.version ?? -1n;
  if (answers.some(({ version }) => BigInt(version) > head)) {
    found.push(violation('acknowledged-lost', `${name}: told ${JSON.stringify(answers)}, head ${head}`));
  }
  return found;
}

/** Intents of one session are settled in the order of their numbers. */
export function checkOrder(asked: readonly AskedIntent[], { log, journal }: Stored): Violation[] {
  const sessions = new Map<string, AskedIntent[]>();
  for (const intent of asked) {
    const own = sessions.get(intent.session);
    if (own) own.push(intent);
    else sessions.set(intent.session, [intent]);
  }
  const found: Violation[] = [];
  for (const own of sessions.values()) {
    let settled = -1;
    let wrote = -1;
    for (const { command, who, seq, session, answers } of own.toSorted((a, b) => a.seq - b.seq)) {
      // For entries forgotten by the journal, the answer is used.
      const entry = journal.get(command) ?? answers[0];
      const first = log.writtenBy(command)[0]?.version;
      const isLate =
        (entry !== undefined && entry.version < settled) || (first !== undefined && first <= wrote);
      if (isLate) found.push(violation('settled-out-of-order', `${who} ${session} ${seq}`));
      settled = Math.max(settled, entry?.version ?? -1);
      wrote = Math.max(wrote, first ?? -1);
    }
  }
  return found;
}

/** An audit as recorded by its first event. */
export interface CreatedAudit {
  readonly audit: string;
  readonly code: string;
}

/** A creation under one key made exactly one audit, the answered one; a refused creation made none. */
export function checkCreations(
  asked: readonly AskedCreation[],
  created: ReadonlyMap<string, readonly CreatedAudit[]>,
): Violation[] {
  return asked.flatMap(({ key, name, answers }) => {
    const stored = created.get(name) ?? [];
    const [answer, ...others] = answers;
    const found: Violation[] = [];
    const label = `creation ${key} ${JSON.stringify(answers)}`;
    if (others.some((other) => !same(other, answer))) found.push(violation('answered-two-ways', label));
    if (stored.length > 1) found.push(violation('stored-twice', `${label}: ${JSON.stringify(stored)}`));
    if (!answer) return found;
    if (!answer.ok) {
      if (stored.length > 0) found.push(violation('rejection-wrote', `${label}: ${JSON.stringify(stored)}`));
      return found;
    }
    const [only] = stored;
    if (!only) found.push(violation('acknowledged-lost', label));
    else if (only.audit !== answer.audit || only.code !== answer.code)
      found.push(violation('acknowledged-otherwise', `${label}: ${JSON.stringify(only)}`));
    return found;
  });
}
