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

/** Updates that are written at once. */
const MOST_AT_ONCE = 200;
/** Steps of applying an update that cost about as much as an event: half a millisecond. */
const STEPS_OF_WORK = 120;
/** Milliseconds between attempts at a closed gate, beside the bell. */
const KNOCK_MS = 200;
const LINK = '';

interface Waiting<P> {
  readonly member: Member<P>;
  readonly update: Uint8Array;
  /** Milliseconds since the epoch, of this machine. */
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
  /** It holds more rows than before. */
  readonly onRows: () => void;
  /** It can't go on: whoever is there is sent away. */
  readonly onBroken: (error: unknown) => void;
}

/** A document that somebody has open on this node: judges writes, has them stored, then shows them. */
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
  /** Writes that wait and are taken one by one. */
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
  /** Bytes of its rows, more or less. */
  get size(): number {
    return this.taken.bytes;
  }

  async linkAt(version: number): Promise<string | null> {
    if (version > this.version) await this.catchUp();
    return version <= this.version ? LINK : null;
  }

  /** Settles when it is durable and shown, or was refused. Never rejects. */
  write(member: Member<P>, update: Uint8Array): Promise<Written> {
    if (update.length > this.options.limits.updateBytes) return Promise.resolve(no(refusal.tooLarge));
    if (this.isBroken) return Promise.resolve(no(refusal.unavailable, true));
    return new Promise((settle) => {
      this.queue.push({ member, update, since: performance.now(), settle });
      this.running ??= this.run();
    });
  }

  /** Nothing waits to be written. */
  async settled(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Somebody, here or elsewhere, changed something of it. */
  ring(): void {
    this.wake?.();
    this.catchUp().catch((error: unknown) => this.break(error));
  }

  /** Reads on; when it settles, it holds all that was durable when it was asked. */
  async catchUp(): Promise<void> {
    if (this.reading) {
      // What is being read may have been too early.
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
      // In the tick of the last look: whoever asks from now on is read for anew.
      this.reading = null;
    }
  }

  /** In one tick: the document takes rows that were judged here, and everybody here is sent them. */
  private show(rows: readonly TextRow[], excess: number): void {
    if (rows.length === 0 || this.isBroken) return;
    const from = this.fold.head;
    this.fold.take(rows, excess);
    this.send(from, rows);
  }

  /** Rows of other nodes, of whatever release; those who come meanwhile are sent again what they have. */
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
      // What arrives in this tick goes along.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.queue.length > 0) await this.writeSome();
    } catch (error) {
      // Whether they were written is not known: their authors will send them again.
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
      // It takes no rows any more: there is nothing to wait for.
      if (this.isBroken) throw new Error(`text document ${this.key.document} broke while it was written`);
      await this.catchUp();
    }
    // All of ours, if the bell was faster.
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

  /** Few enough bytes to be judged, applied and sent in one tick; those that cost too much together go one by one. */
  private nextBatch(): Waiting<P>[] {
    if (this.alone > 0) {
      this.alone--;
      return this.queue.slice(0, 1);
    }
    const [batch = []] = inGroups(this.queue.slice(0, MOST_AT_ONCE), this.options.limits.updateBytes / 2);
    return [...batch];
  }

  /**
   * Excess of these rows; null, with what waits refused or left to be taken one by one, when applying them takes longer
   * than it may. Asked before they are durable, for they would stay.
   */
  private affordable(accepted: readonly Accepted<P>[]): number | null {
    const { steps: most, excess: mostExcess } = this.options.limits;
    const updates = accepted.map(({ update }) => update);
    const steps = integrationSteps(this.document, updates, most);
    const excess = steps === null ? null : excessOf(steps, updates);
    const waiting = accepted.flatMap((one) => one.waiting);
    // Several that are too costly together are judged again, one by one.
    if (steps !== null || waiting.length === 1) this.charge(waiting, steps ?? most);
    if (excess === 0 || (excess !== null && this.fold.excess + excess <= mostExcess)) return excess;
    if (waiting.length === 1) this.settle(waiting, no(refusal.tooCostly));
    else this.alone = waiting.length;
    return null;
  }

  /** Whoever writes what is costly to apply writes on more slowly; of several, each by the bytes of theirs. */
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

  /** Those that may be written, each author's as one; the others are settled. */
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
        // It may know of another node's rows that we do not have yet, and bring what others wrote in them.
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
   * A row an author when nobody's builds on another's in the same batch; else a row an update, in their order:
   * rows are read one after another, and each must stand on those before it.
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

  /** The verdict, with ids that nobody was known to have used claimed for the author. */
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

  /** Whether ids that nobody used so far are the author's from now on. */
  private async isOwn(author: string, clients: readonly number[]): Promise<boolean> {
    if (clients.length === 0) return true;
    const claimed = await this.options.store.claim(this.key, author, clients);
    for (const [client, owner] of claimed) this.owners.set(client, owner);
    return clients.every((client) => claimed.get(client) === author);
  }

  /** What waits is held for a while: whoever closed the gate opens it soon. */
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
