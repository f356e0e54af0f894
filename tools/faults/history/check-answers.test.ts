import { beforeEach, describe, expect, it } from 'vitest';
import { checkCreations, checkIntents, checkOrder } from './check-answers.ts';
import { asked, InventedLog, journalOf, OTHER, STREAM } from './history.fixture.ts';
import type { AskedCreation, AskedIntent, JournalEntry, ReportedAnswer, ReportedCreation } from './ledger.ts';
import { LogChecker } from './log-checker.ts';
import type { ViolationName } from './violation.ts';

const ok = { ok: true } as const;
const no = { ok: false, code: 'stale_delete' } as const;
const wrote = (command: string, version: number): JournalEntry => ({
  id: command,
  stream: STREAM,
  version,
  outcome: ok,
});
const answered = (...answers: ReportedAnswer[]): Partial<AskedIntent> => ({ answers });

describe('the checker of answers', () => {
  let log: LogChecker;
  beforeEach(async () => {
    log = new LogChecker();
    // command-0, 2 and 4 wrote versions 0, 1 and 2 of STREAM.
    await log.take(InventedLog.ofTwoAudits().events);
  });
  const namesOf = (intents: AskedIntent[], ...journal: JournalEntry[]): ViolationName[] =>
    checkIntents(intents, { log, journal: journalOf(...journal) }).map(({ name }) => name);

  it('accepts what is stored as it was answered', () => {
    expect(
      namesOf([asked('command-2', 0, answered({ outcome: ok, version: 1 }))], wrote('command-2', 1)),
    ).toEqual([]);
    const refused = { ...wrote('refused', 1), outcome: no };
    expect(namesOf([asked('refused', 0, answered({ outcome: no, version: 1 }))], refused)).toEqual([]);
  });

  it('accepts an intent without an answer, stored or not', () => {
    expect(namesOf([asked('command-2', 0)], wrote('command-2', 1))).toEqual([]);
    expect(namesOf([asked('never', 1)])).toEqual([]);
  });

  it('lets two nodes tell of one intent each its own head, if that shows what was written', () => {
    const refused = { ...wrote('refused', 1), outcome: no };
    const both = answered({ outcome: no, version: 2 }, { outcome: no, version: 1 });
    expect(namesOf([asked('refused', 0, both)], refused)).toEqual([]);
    const later = answered({ outcome: ok, version: 1 }, { outcome: ok, version: 2 });
    expect(namesOf([asked('command-2', 0, later)], wrote('command-2', 1))).toEqual([]);
  });

  it('lets the journal forget what the asker has confirmed, and nothing else', () => {
    const told = answered({ outcome: ok, version: 1 });
    expect(namesOf([asked('command-2', 0, { ...told, isConfirmed: true })])).toEqual([]);
    const wrong = answered({ outcome: ok, version: 0 });
    expect(namesOf([asked('command-2', 0, { ...wrong, isConfirmed: true })])).toEqual([
      'acknowledged-otherwise',
    ]);
    const refused = answered({ outcome: no, version: 2 });
    expect(namesOf([asked('command-2', 0, { ...refused, isConfirmed: true })])).toEqual(['rejection-wrote']);
  });

  const told = { outcome: ok, version: 1 };
  const corrupted: readonly (readonly [string, AskedIntent, readonly JournalEntry[], ViolationName])[] = [
    ['an acknowledged intent that is not stored', asked('gone', 0, answered(told)), [], 'acknowledged-lost'],
    [
      'an answer that tells of a version beyond the head',
      asked('none', 0, answered({ outcome: ok, version: 9 })),
      [wrote('none', 9)],
      'acknowledged-lost',
    ],
    [
      'an acceptance that is stored as a refusal',
      asked('other', 0, answered(told)),
      [{ ...wrote('other', 1), outcome: no }],
      'acknowledged-otherwise',
    ],
    [
      'a refusal with another reason',
      asked('other', 0, answered({ outcome: { ...no, code: 'forbidden' }, version: 1 })),
      [{ ...wrote('other', 1), outcome: no }],
      'acknowledged-otherwise',
    ],
    [
      'a version that does not show what was written',
      asked('command-2', 0, answered({ outcome: ok, version: 0 })),
      [wrote('command-2', 1)],
      'acknowledged-otherwise',
    ],
    [
      'events on another stream',
      asked('command-1', 0, answered({ outcome: ok, version: 2 })),
      [wrote('command-1', 2)],
      'acknowledged-otherwise',
    ],
    ['events without a word in the journal', asked('command-2', 0), [], 'journal-missing'],
    [
      'a refusal that wrote',
      asked('command-2', 0, answered({ outcome: no, version: 1 })),
      [{ ...wrote('command-2', 1), outcome: no }],
      'rejection-wrote',
    ],
    [
      'two answers to one intent',
      asked('command-2', 0, answered(told, { outcome: no, version: 1 })),
      [wrote('command-2', 1)],
      'answered-two-ways',
    ],
  ];
  it.each(corrupted)('names %s', (_, intent, journal, name) => {
    expect(namesOf([intent], ...journal)).toContain(name);
  });

  const orderOf = (seqs: Readonly<Record<string, number>>, ...journal: JournalEntry[]): ViolationName[] =>
    checkOrder(
      Object.entries(seqs).map(([command, seq]) => asked(command, seq)),
      { log, journal: journalOf(...journal) },
    ).map(({ name }) => name);

  it('accepts a session that is settled in its order, also within one batch', () => {
    const journal = [wrote('command-0', 2), { ...wrote('no', 2), outcome: no }, wrote('command-4', 2)];
    expect(orderOf({ 'command-0': 0, no: 1, 'command-4': 2 }, ...journal)).toEqual([]);
  });

  it('names a session that is settled out of order', () => {
    const journal = [wrote('command-0', 2), wrote('command-4', 2)];
    expect(orderOf({ 'command-4': 0, 'command-0': 1 }, ...journal)).toEqual(['settled-out-of-order']);
    const refused = [wrote('command-4', 2), { ...wrote('no', 0), outcome: no }];
    expect(orderOf({ 'command-4': 0, no: 1 }, ...refused)).toEqual(['settled-out-of-order']);
  });
});

describe('the checker of creations', () => {
  const made = { audit: OTHER, code: 'AUD-2026-001' };
  const yes: ReportedCreation = { ok: true, ...made };
  const refused: ReportedCreation = { ok: false, code: 'dates_reversed' };
  const creation = (...answers: ReportedCreation[]): AskedCreation => ({
    key: 'key',
    name: 'Compras',
    answers,
  });
  const namesOf = (one: AskedCreation, ...stored: (typeof made)[]): ViolationName[] =>
    checkCreations([one], new Map([['Compras', stored]])).map(({ name }) => name);

  it('accepts one audit a key, the same each time', () => {
    expect(namesOf(creation(yes, yes), made)).toEqual([]);
    expect(namesOf(creation(refused))).toEqual([]);
    expect(namesOf(creation(), made)).toEqual([]);
  });

  it.each([
    ['two audits under one key', creation(yes), [made, { ...made, audit: STREAM }], 'stored-twice'],
    ['an acknowledged audit that is not there', creation(yes), [], 'acknowledged-lost'],
    [
      'another code than was told',
      creation(yes),
      [{ ...made, code: 'AUD-2026-002' }],
      'acknowledged-otherwise',
    ],
    ['an audit that was refused', creation(refused), [made], 'rejection-wrote'],
    ['two answers', creation(yes, { ...yes, code: 'AUD-2026-002' }), [made], 'answered-two-ways'],
  ] as const)('names %s', (_, one, stored, name) => {
    expect(namesOf(one, ...stored)).toContain(name);
  });
});
