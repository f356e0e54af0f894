import type { Audience, Member, Written } from '@cotejo/rooms/server';
import * as Y from 'yjs';
import { refusal, type RootKinds } from '../protocol.ts';
import { Ahead } from './ahead.ts';
import { excessOf, integrationSteps } from './integration-cost.ts';
import { judgeUpdate, type Verdict } from './judge-update.ts';
import { TextFold } from './text-fold.ts';
import type { TextHost, TextLimits, TextTimes } from './text-host.ts';
import { inGroups, TextSize, together } from './text-size.ts';
import type { StoredText, TextKey, TextRow, TextStore } from './text-store.ts';

/** Updates stored in one batch. */
const MOST_AT_ONCE = 200;
/** Integration steps that cost about as much as one event: half a millisecond. */
const STEPS_OF_WORK = 120;
/** Milliseconds between retries at a closed gate, if no notification arrives earlier. */
const KNOCK_MS = 200;
const LINK = '';

interface Waiting<P> {
  readonly member: Member<P>;
  readonly update: Uint8Array;
  /** `performance.now()` at arrival, in milliseconds. */
  readonly since: number;
  readonly settle: (written: Written) => void;
}

interface Accepted<P> {
  readonly waiting: readonly Waiting<P>[];
  readonly author: string;
  readonly update: Uint8Array;
}

export interface LiveTextOptions<P> {
  readonly key: TextKey;
  readonly id: string;
  readonly documentId: string;
  readonly host: TextHost<P>;
  readonly store: TextStore;
  readonly kinds: RootKinds;
  readonly times: TextTimes;
  readonly limits: TextLimits;
  /** Called when rows were added. */
  readonly onRows: () => void;
  /** Called when the document can't continue: its connections must be closed. */
  readonly onBroken: (error: unknown) => void;
}

/** A document open on this node: checks writes, stores them, then broadcasts them. */
export class LiveText<P> {
  readonly fold: TextFold;
  readonly audiences = new Set<Audience<P>>();
  private readonly queue: Waiting<P>[] = [];
  private readonly owners = new Map<number, string>();
  private readonly verdicts = new WeakMap<
    Member<P>,
    { readonly version: string | number; code: string | null }
  >();
  private running: Promise<void> | null = null;
  private reading: Promise<void> | null = null;
  private wake: (() => void) | null = null;
  private isRungAgain = false;
  private isBroken = false;
  private readonly taken: TextSize;
  /** Number of waiting writes that are processed one by one. */
  private alone = 0;

  private constructor(
    private readonly options: LiveTextOptions<P>,
    stored: StoredText,
  ) {
    this.fold = new TextFold(options.key, options.kinds, stored.covered);
    this.taken = new TextSize(this.fold.document, options.limits, stored.bytes);
  }

  /** @throws UnreadableText, CostlyText */
  static async open<P>(options: LiveTextOptions<P>, stored: StoredText): Promise<LiveText<P>> {
    const text = new LiveText(options, stored);
    await text.fold.takeStored(stored.rows);
    return text;
  }

  get key(): TextKey {
    return this.options.key;
  }
  get document(): Y.Doc {
    return this.fold.document;
  }
  get documentId(): string {
    return this.options.documentId;
  }
  get version(): number {
    return this.fold.head;
  }
  get link(): string {
    return LINK;
  }
  /** Approximate bytes of its rows. */
  get size(): number {
    return this.taken.bytes;
  }

  async linkAt(version: number): Promise<string | null> {
    if (version > this.version) await this.catchUp();
    return version <= this.version ? LINK : null;
  }

  /** Settles when the write is durable and broadcast, or was refused. Never rejects. */
  write(member: Member<P>, update: Uint8Array): Promise<Written> {
    if (update.length > this.options.limits.updateBytes) return Promise.resolve(no(refusal.tooLarge));
    if (this.isBroken) return Promise.resolve(no(refusal.unavailable, true));
    return new Promise((settle) => {
      this.queue.push({ member, update, since: performance.now(), settle });
      this.running ??= this.run();
    });
  }

  /** Resolves when no write is waiting. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  /** The document may have changed on this or another node. */
  ring(): void {
    this.wake?.();
    this.catchUp().catch((error: unknown) => this.break(error));
  }

  /** Reads rows written by other nodes; when it settles, all rows that were durable at the call are applied. */
  async catchUp(): Promise<void> {
    if (this.reading) {
      // The running query may have started before the latest row was written.
      this.isRungAgain = true;
      return this.reading;
    }
    this.reading = this.readOn();
    return this.reading;
  }

  private async readOn(): Promise<void> {
    try {
      do {
        this.isRungAgain = false;
        const found = await this.options.store.readAfter(this.key, this.fold.head);
        if (!found) throw new Error(`text document ${this.key.document} is gone`);
        for (const rows of inGroups(found.rows, this.options.limits.updateBytes / 2))
          await this.showStored(rows);
        this.fold.cover(found.covered);
      } while (this.isRungAgain);
    } finally {
      // Reset in the tick of the last check, so that later callers start a new read.
      this.reading = null;
    }
  }

  /** Applies rows that were checked here and broadcasts them, in one tick. */
  private show(rows: readonly TextRow[], excess: number): void {
    if (rows.length === 0 || this.isBroken) return;
    const from = this.fold.head;
    this.fold.take(rows, excess);
    this.send(from, rows);
  }

  /** Applies and broadcasts rows of other nodes; connections that join meanwhile may receive rows twice. */
  private async showStored(found: readonly TextRow[]): Promise<void> {
    const from = this.fold.head;
    const rows = found.filter(({ seq }) => seq > from);
    if (rows.length === 0 || this.isBroken) return;
    await this.fold.takeStored(rows);
    if (!this.isBroken) this.send(from, rows);
  }

  private send(from: number, rows: readonly TextRow[]): void {
    this.taken.add(rows.reduce((sum, { update }) => sum + update.length, 0));
    const advance = {
      from,
      to: this.fold.head,
      link: LINK,
      update: together(rows.map(({ update }) => update)),
    };
    for (const audience of this.audiences) audience.advance(advance);
    this.options.onRows();
  }

  private async run(): Promise<void> {
    try {
      // Lets further writes of this tick join the batch.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.queue.length > 0) await this.writeSome();
    } catch (error) {
      // It is unknown whether they were stored: their clients will resend them.
      for (const { settle } of this.queue.splice(0)) settle(no(refusal.unavailable, true));
      this.break(error);
    } finally {
      this.running = null;
    }
  }

  private async writeSome(): Promise<void> {
    const batch = this.nextBatch();
    const codes = await Promise.all(batch.map(({ member }) => this.mayWrite(member)));
    const allowed = batch.filter((waiting, index) => {
      const code = codes[index];
      if (typeof code === 'string') this.settle([waiting], no(code));
      return typeof code !== 'string';
    });
    const accepted = await this.judge(allowed);
    if (accepted.length === 0) return;
    const excess = this.affordable(accepted);
    if (excess === null) return;
    const head = await this.options.store.append(this.key, accepted);
    if (head === null) return this.waitAtGate();
    const first = head - accepted.length + 1;
    // Other nodes wrote in between.
    while (this.fold.head < first - 1) {
      // A broken document takes no more rows, so this loop would never end.
      if (this.isBroken) throw new Error(`text document ${this.key.document} broke while it was written`);
      await this.catchUp();
    }
    // Some of our rows may have been applied already, if the notification was faster.
    const rows = accepted.map(({ update, author }, index): TextRow => ({
      seq: first + index,
      update,
      author,
    }));
    this.show(
      rows.filter(({ seq }) => seq > this.fold.head),
      excess,
    );
    for (const { waiting } of accepted) this.settle(waiting, { ok: true, version: head });
  }

  /** Next batch for one tick; writes that were too costly together are taken one by one. */
  private nextBatch(): Waiting<P>[] {
    if (this.alone > 0) {
      this.alone--;
      return this.queue.slice(0, 1);
    }
    const [batch = []] = inGroups(this.queue.slice(0, MOST_AT_ONCE), this.options.limits.updateBytes / 2);
    return [...batch];
  }

  /**
   * Excess steps of these rows (see `excessOf`). Null when applying them is too expensive: a single write is then
   * refused, several are retried one by one. Checked before they are stored, because stored rows stay.
   */
  private affordable(accepted: readonly Accepted<P>[]): number | null {
    const { steps: most, excess: mostExcess } = this.options.limits;
    const updates = accepted.map(({ update }) => update);
    const steps = integrationSteps(this.document, updates, most);
    const excess = steps === null ? null : excessOf(steps, updates);
    const waiting = accepted.flatMap((one) => one.waiting);
    // A batch that is too costly is checked again one by one, and charged then.
    if (steps !== null || waiting.length === 1) this.charge(waiting, steps ?? most);
    if (excess === 0 || (excess !== null && this.fold.excess + excess <= mostExcess)) return excess;
    if (waiting.length === 1) this.settle(waiting, no(refusal.tooCostly));
    else this.alone = waiting.length;
    return null;
  }

  /** Charges costly writes to their users' rate limiter; in a batch, in proportion to bytes. */
  private charge(waiting: readonly Waiting<P>[], steps: number): void {
    const bytes = waiting.reduce((sum, { update }) => sum + update.length, 0);
    for (const { member, update } of waiting)
      member.charge(Math.floor((steps * update.length) / bytes / STEPS_OF_WORK));
  }

  private settle(waiting: readonly Waiting<P>[], written: Written): void {
    for (const one of waiting) {
      this.queue.splice(this.queue.indexOf(one), 1);
      one.settle(written);
    }
  }

  private async mayWrite(member: Member<P>): Promise<string | null> {
    const { host, id } = this.options;
    const version = host.rightsVersion(member.principal, id);
    const known = this.verdicts.get(member);
    if (known && known.version === version) return known.code;
    const code = await host.mayWrite(member.principal, id);
    this.verdicts.set(member, { version, code });
    return code;
  }

  /** Accepted writes, merged by author; refused ones are settled. */
  private async judge(batch: readonly Waiting<P>[]): Promise<Accepted<P>[]> {
    const ahead = new Ahead();
    const byAuthor = new Map<string, Waiting<P>[]>();
    let hasRead = false;
    const taken: Uint8Array[] = [];
    for (const waiting of batch) {
      const author = waiting.member.user.id;
      let verdict = await this.verdictOnOwn(waiting, ahead);
      if (
        !verdict.ok &&
        !hasRead &&
        (verdict.code === refusal.forged || verdict.code === refusal.incomplete)
      ) {
        // The client may have seen rows of another node that this node has not read yet.
        hasRead = true;
        await this.catchUp();
        verdict = await this.verdictOnOwn(waiting, ahead);
      }
      if (!verdict.ok) this.settle([waiting], no(verdict.code));
      else if (!verdict.isNews) this.settle([waiting], { ok: true, version: this.version });
      else if (!this.taken.hasRoomFor([...taken, waiting.update])) this.settle([waiting], no(refusal.full));
      else {
        taken.push(waiting.update);
        ahead.take(verdict);
        const own = byAuthor.get(author);
        if (own) own.push(waiting);
        else byAuthor.set(author, [waiting]);
      }
    }
    return this.inOrder(byAuthor);
  }

  /**
   * One row per author if no author's update depends on another's in the batch; otherwise one row per update in order
   * of arrival, because rows are applied one after another and each depends only on earlier ones.
   */
  private inOrder(byAuthor: ReadonlyMap<string, Waiting<P>[]>): Accepted<P>[] {
    const merged = [...byAuthor].map(([author, waiting]): Accepted<P> => ({
      waiting,
      author,
      update: together(waiting.map(({ update }) => update)),
    }));
    if (merged.length < 2) return merged;
    const before = new Ahead();
    const stands = merged.every(({ author, update }) => {
      const verdict = this.verdictOn({ author, update }, before);
      if (verdict.ok) before.take(verdict);
      return verdict.ok;
    });
    if (stands) return merged;
    return [...byAuthor]
      .flatMap(([author, waiting]) => waiting.map((one) => ({ waiting: [one], author, update: one.update })))
      .sort(
        (a, b) =>
          this.queue.indexOf(a.waiting[0] as Waiting<P>) - this.queue.indexOf(b.waiting[0] as Waiting<P>),
      );
  }

  /** Checks a write, and claims unused client ids for its author. */
  private async verdictOnOwn(waiting: Waiting<P>, ahead: Ahead): Promise<Verdict> {
    const verdict = this.verdictOn(waiting, ahead);
    if (!verdict.ok || (await this.isOwn(waiting.member.user.id, verdict.claims))) return verdict;
    return { ok: false, code: refusal.forged };
  }

  private verdictOn(
    what: Waiting<P> | { readonly author: string; readonly update: Uint8Array },
    ahead: Ahead,
  ): Verdict {
    const author = 'author' in what ? what.author : what.member.user.id;
    return judgeUpdate(what.update, {
      document: this.document,
      ahead: ahead.clocks,
      aheadPlaces: ahead.places,
      kinds: this.options.kinds,
      ownerIs: (client) => {
        const owner = this.owners.get(client);
        return owner === undefined ? 'unknown' : owner === author ? 'author' : 'another';
      },
    });
  }

  /** Claims unused client ids; false when another author has one of them. */
  private async isOwn(author: string, clients: readonly number[]): Promise<boolean> {
    if (clients.length === 0) return true;
    const claimed = await this.options.store.claim(this.key, author, clients);
    for (const [client, owner] of claimed) this.owners.set(client, owner);
    return clients.every((client) => claimed.get(client) === author);
  }

  /** Holds waiting writes for a while: gates are closed only briefly. */
  private async waitAtGate(): Promise<void> {
    const { hold } = this.options.times;
    const late = this.queue.filter(({ since }) => performance.now() - since >= hold);
    this.settle(late, no(refusal.held, true));
    if (this.queue.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, KNOCK_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }

  private break(error: unknown): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.options.onBroken(error);
  }
}

const no = (code: string, again = false): Written => ({ ok: false, code, again });
