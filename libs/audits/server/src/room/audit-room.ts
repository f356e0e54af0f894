import { setTimeout as delay } from 'node:timers/promises';
import { auditStream, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { AuditState } from '@cotejo/audits-domain';
import { EventStoreError, type RecordedEvent, type SettledCommand } from '@cotejo/event-store';
import type { Outcome } from '@cotejo/rooms/protocol';
import { FairQueue } from '@cotejo/http/shares';
import { askOtherAudits } from './ask-other-audits.ts';
import { AnswerMemory, type OutboxPlace } from './intents/answer-memory.ts';
import { commandIdOf } from './intents/command-identity.ts';
import { costOf } from './intents/cost-of-intent.ts';
import { decideBatch, refusal, refuseAll, type Batch } from './intents/decide-batch.ts';
import type { DocumentCopy } from './documents/document-copies.ts';
import { enlist } from './enlist.ts';
import type { Committed, HotAudit } from './documents/hot-audit.ts';
import { keepSnapshots } from './documents/keep-snapshots.ts';
import { retryTransient } from './intents/retry-transient.ts';
import { ROUND_COST, type RoomContext } from './room-settings.ts';
import type { RoomWatcher } from './room-watcher.ts';
import { sealIntents } from './intents/seal-intents.ts';
import { newestHere, readUpTo, settledHere } from './intents/settled-here.ts';
import { asStored, storedEvent } from './documents/stored-event.ts';
import type { Submission, Waiting } from './intents/submission.ts';
import { principalOf, tellDropped, unavailable } from './intents/submission.ts';
import { WriterCourtesy } from './writer-courtesy.ts';
import { withAfterwards, type Afterwards } from './intents/with-afterwards.ts';

/** Append attempts without delay; after a further conflict the node waits for a random time before the next. */
const EAGER_ATTEMPTS = 3;

/**
 * One audit on this node: takes intents in one order, decides them in batches against the head of the stream, appends
 * each batch as one request, and answers once the document has its version. After a conflict it decides again.
 */
export class AuditRoom {
  /** Fair queue by user: a user with many intents waits for the others, not the others for them. */
  private readonly queue = new FairQueue<Waiting>(ROUND_COST);
  /** Intents queued or being settled, by command id. */
  private readonly waiting = new Map<string, Waiting>();
  private readonly answers = new AnswerMemory();
  private readonly watchers = new Set<RoomWatcher>();
  private readonly stream: string;
  private pumping: Promise<void> | null = null;
  private reading: Promise<void> | null = null;
  private saving: Promise<void> = Promise.resolve();
  private savedVersion: number;
  private readonly courtesy = new WriterCourtesy();
  private isDropped = false;
  private usedAt: number;
  /** Counter of uses; unlike `usedAt` it also differs for two uses within one millisecond. */
  uses = 0;

  constructor(
    readonly auditId: string,
    readonly hot: HotAudit,
    private readonly context: RoomContext,
    private readonly onDropped: () => void,
  ) {
    this.stream = auditStream(auditId);
    this.savedVersion = hot.thawedAt;
    this.usedAt = context.clock().getTime();
  }

  get state(): AuditState {
    return this.hot.state;
  }

  /** Time of the last use, in milliseconds since the epoch; Infinity while the room is busy. */
  get lastUsed(): number {
    return this.isBusy ? Infinity : this.usedAt;
  }

  get isBusy(): boolean {
    return this.watchers.size > 0 || this.waiting.size > 0;
  }

  /** Number of intents in the queue. */
  get queued(): number {
    return this.queue.size;
  }

  watch(watcher: RoomWatcher): () => void {
    this.watchers.add(watcher);
    return () => {
      this.watchers.delete(watcher);
      this.touch();
    };
  }

  /** Answers are delivered through callbacks of the submission, per session in the order of its intents. */
  submit(submission: Submission): void {
    this.touch();
    if (this.isDropped) return submission.dropped(unavailable());
    const known = submission.place && this.answers.recall(submission.place);
    if (known) return this.settleKnown(submission, known.intentHash, known.outcome, known.version);
    const same = this.waiting.get(submission.commandId);
    if (same) {
      if (same.intentHash === submission.intentHash) same.askers.push(submission);
      else submission.settled(refusal('invalid_intent'), this.hot.version);
      return;
    }
    const waiting = enlist(submission, this.state, this.context);
    if (!waiting) return submission.dropped('session-ended');
    this.waiting.set(waiting.commandId, waiting);
    this.queue.push(waiting.actor, waiting, costOf(waiting.envelope.intent));
    this.pumping ??= this.pump();
  }

  /** Marks the room as used, which delays its unloading. */
  touch(): void {
    this.uses++;
    this.usedAt = this.context.clock().getTime();
  }

  /** The client has stored these answers: they leave memory now and the journal later. */
  confirm(place: OutboxPlace): void {
    const of = { ...place, account: this.state.account };
    const confirmed = this.answers.confirm(place);
    this.context.forgetting.later(confirmed.map((seq) => commandIdOf({ ...of, seq })));
  }

  /** Takes events from the log subscription, in order; events already folded, also this room's own, are skipped. */
  offer(events: readonly RecordedEvent[]): void {
    if (this.isDropped) return;
    const last = events.at(-1);
    if (!last) return;
    try {
      const written = events.map((event) => storedEvent(event, this.context.model.events));
      const taken = this.take(written, last.link);
      if (taken === 'gap') void this.catchUp();
      if (taken !== null) this.courtesy.othersWrite();
    } catch (error) {
      this.drop(error); // most likely written by a newer release; skipping the event would corrupt the state
    }
  }

  /** Reads the events that the stream has beyond this room; resolves at the head as of the call, or later. */
  async catchUp(): Promise<void> {
    try {
      // A read in progress may have started before the latest event was appended.
      await this.reading;
      await this.readOn();
    } catch (error) {
      this.drop(error);
    }
  }

  /** Chain link at a version; null beyond the head. */
  async linkAt(version: number): Promise<string | null> {
    if (version > this.hot.version) await this.catchUp();
    const recent = this.hot.linkAt(version);
    if (recent !== null) return recent;
    if (version < 0 || version > this.hot.version) return null;
    const at = BigInt(version);
    for await (const { link } of this.context.store.read(this.stream, { from: at, to: at })) return link;
    return null;
  }

  /** A snapshot of the document for clients that open it; may be slightly behind. */
  copy(): Promise<DocumentCopy> {
    this.touch();
    return this.hot.copies.recent();
  }

  /** Resolves when no batch is being settled. */
  async quiet(): Promise<void> {
    while (this.pumping) await this.pumping;
  }

  /** Saves a snapshot; saves run one after the other. A failure is logged: the next load only folds more events. */
  saveSnapshot(): Promise<void> {
    this.saving = this.saving.then(() => this.save());
    return this.saving;
  }

  /** Discards the room: pending submissions and watchers are notified, and the next request loads the audit anew. */
  drop(cause: unknown): void {
    if (this.isDropped) return;
    this.isDropped = true;
    this.context.log('error', 'a room was given up', { audit: this.auditId, error: cause });
    this.onDropped();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.queue.clear();
    for (const one of waiting) tellDropped(one, unavailable());
    for (const watcher of [...this.watchers]) watcher.dropped();
    this.watchers.clear();
  }

  private async save(): Promise<void> {
    if (this.isDropped || this.savedVersion === this.hot.version) return;
    this.savedVersion = this.hot.version;
    try {
      await keepSnapshots(this.context, this.auditId, this.hot);
    } catch (error) {
      this.context.log('warn', 'a snapshot could not be saved', { audit: this.auditId, error });
    }
  }

  private async pump(): Promise<void> {
    try {
      // One microtask of delay, so that intents from the same network packet join the batch.
      await Promise.resolve();
      while (this.queue.size > 0 && !this.isDropped) {
        await this.courtesy.turn();
        await this.knowRights();
        await this.settle(this.queue.take(this.context.settings.batch));
      }
    } catch (error) {
      this.drop(error);
    } finally {
      this.pumping = null;
    }
  }

  /** @throws Error when this node's access data has been out of date for too long to judge rights */
  private async knowRights(): Promise<void> {
    const knows = this.context.mayJudge();
    if (knows !== true && !(await knows)) throw new Error('the log of access is out of reach');
  }

  /** Waits for the account's fair turn on this node, then for access data that is current. */
  private async turn(open: readonly Waiting[]): Promise<void> {
    const cost = open.reduce((sum, { envelope }) => sum + costOf(envelope.intent), 0);
    await this.context.turns.take(this.state.account, cost);
    await this.knowRights();
  }

  private settle(batch: readonly Waiting[]): Promise<void> {
    return withAfterwards(
      (afterwards) => this.settleAll(batch, afterwards),
      (error) => this.context.log('error', 'a batch left something undone', { audit: this.auditId, error }),
    );
  }

  private async settleAll(batch: readonly Waiting[], afterwards: Afterwards): Promise<void> {
    let open: readonly Waiting[] = batch.filter((one) => this.isStillThere(one));
    if (open.some((one) => this.mayBeSettled(one))) open = await this.settleSettled(open);
    // After the journal lookup: intents settled earlier have their texts in the vault already.
    await sealIntents(open, { ...this.context, auditId: this.auditId, state: this.state, afterwards });
    open = await this.askOthers(open);
    for (let attempt = 1; open.length > 0 && !this.isDropped; attempt++) {
      if (attempt > EAGER_ATTEMPTS) await delay(Math.random() * 5 * attempt);
      await this.turn(open);
      if (this.isDropped) return;
      const decided = this.decide(open);
      const failure = await this.commit(decided);
      if (failure === null) open = decided.rest;
      else if (failure === 'again') open = await this.settleSettled(open);
      else open = await this.isolate(await this.settleSettled(open));
    }
  }

  /** Intents that can be decided now; those whose lookup failed are dropped, so that the room is not blocked. */
  private async askOthers(open: readonly Waiting[]): Promise<readonly Waiting[]> {
    const { model, log, others } = this.context;
    const unknown = await askOtherAudits(open, { others: others(), state: this.state, model, log });
    for (const one of unknown) {
      this.waiting.delete(one.commandId);
      tellDropped(one, unavailable());
    }
    return unknown.length === 0 ? open : open.filter((one) => !unknown.includes(one));
  }

  /** The store rejected the whole batch: settles the intents one by one, so that only the invalid ones are refused. */
  private async isolate(open: readonly Waiting[]): Promise<readonly Waiting[]> {
    const [only, ...others] = open;
    if (!only) return [];
    if (others.length > 0) {
      for (const one of open) await this.settle([one]);
      return [];
    }
    const failure = await this.commit(refuseAll([only], 'invalid_intent'));
    return failure === null ? [] : open;
  }

  private decide(open: readonly Waiting[]): Batch<Waiting> {
    const present = open.filter((one) => this.isStillThere(one));
    const moment = present[0]?.first.now ?? this.context.clock().toISOString();
    // A batch has one timestamp: intents with another one wait for the next batch.
    const differs = present.findIndex((one) => (one.first.now ?? moment) !== moment);
    const together = differs < 0 ? present : present.slice(0, differs);
    const { model, isReadable } = this.context;
    const batch = decideBatch(model, this.state, together, moment, {
      isReadable,
      onFault: (error, { envelope }) =>
        this.context.log('error', 'an intent could not be judged', {
          audit: this.auditId,
          kind: envelope.intent.kind,
          error,
        }),
    });
    return { ...batch, rest: [...batch.rest, ...(differs < 0 ? [] : present.slice(differs))] };
  }

  /**
   * Null when the batch is appended and answered; 'again' when the head has moved or the journal already knew
   * some of the commands; 'invalid' when the store would reject the batch on every attempt.
   */
  private async commit(batch: Batch<Waiting>): Promise<null | 'again' | 'invalid'> {
    if (batch.judged.length === 0) return null;
    const { store, settings } = this.context;
    const base = this.hot.version;
    const { events, commands } = batch;
    try {
      if (events.length === 0) {
        await retryTransient(() => store.confirm(this.stream, BigInt(base), commands), settings.patience);
        this.answer(batch, base);
        return null;
      }
      const request = { stream: this.stream, expected: BigInt(base), events, commands };
      const appended = await this.courtesy.measure(
        retryTransient(() => store.append(request), settings.patience),
      );
      if (appended.replayed) return 'again';
      const written = events.map((event, index) => asStored(event, base + 1 + index));
      if (this.take(written, appended.link) === 'gap') throw new Error('the log went on without this batch');
      this.answer(batch, Number(appended.version));
      return null;
    } catch (error) {
      if (!(error instanceof EventStoreError)) throw error;
      if (error.kind === 'conflict') {
        this.courtesy.othersWrite();
        await this.readOn();
        return 'again';
      }
      if (error.kind === 'invalid' || error.kind === 'too-large') return 'invalid';
      throw error;
    }
  }

  private answer(batch: Batch<Waiting>, version: number): void {
    for (const { of, outcome } of batch.judged) this.tell(of, of.intentHash, outcome, version);
  }

  /** Answers the intents that the journal has settled, once the document holds their version; returns the others. */
  private async settleSettled(open: readonly Waiting[]): Promise<readonly Waiting[]> {
    const { store, settings } = this.context;
    const ids = open.map((one) => one.commandId);
    const found = await retryTransient(() => store.settled(ids), settings.patience);
    if (found.length === 0) return open;
    const byId = new Map(found.map((settled): [string, SettledCommand] => [settled.id, settled]));
    const highest = newestHere(this.stream, found);
    await readUpTo(highest, this.hot, () => this.readOn(), settings.patience);
    return open.filter((one) => {
      const settled = byId.get(one.commandId);
      if (!settled) return true;
      const { intentHash, outcome, version } = settledHere(this.stream, settled);
      this.tell(one, intentHash, outcome, version);
      return false;
    });
  }

  private tell(waiting: Waiting, intentHash: string, outcome: Outcome, version: number): void {
    this.waiting.delete(waiting.commandId);
    const { place } = waiting.first;
    if (place) this.answers.remember(place, { intentHash, outcome, version });
    for (const one of waiting.askers) this.settleKnown(one, intentHash, outcome, version);
  }

  private settleKnown(one: Submission, intentHash: string, outcome: Outcome, version: number): void {
    if (one.intentHash === intentHash) one.settled(outcome, version);
    else one.settled(refusal('invalid_intent'), this.hot.version);
  }

  /** Intents of an ended session get no answer: they stay in the client's outbox. */
  private isStillThere(one: Waiting): boolean {
    if (principalOf(one)) return true;
    this.waiting.delete(one.commandId);
    tellDropped(one, 'session-ended');
    return false;
  }

  private mayBeSettled({ first }: Waiting): boolean {
    return first.repeatable && (first.place === null || this.answers.mayBeSettled(first.place));
  }

  private take(events: readonly StoredAuditEvent[], link: string): Committed | 'gap' | null {
    try {
      const committed = this.hot.take(events, link);
      if (committed && committed !== 'gap') this.publish(committed, events);
      return committed;
    } catch (error) {
      this.drop(error);
      throw error;
    }
  }

  private publish(committed: Committed, events: readonly StoredAuditEvent[]): void {
    const fresh = events.filter((event) => event.version > committed.from);
    for (const watcher of [...this.watchers]) watcher.committed(committed, fresh);
    if (committed.to - this.savedVersion >= this.context.settings.snapshotEvery) void this.saveSnapshot();
  }

  private readOn(): Promise<void> {
    this.reading ??= this.hot
      .readOn(this.context.store, this.stream, (committed, events) => this.publish(committed, events))
      .finally(() => (this.reading = null));
    return this.reading;
  }
}
