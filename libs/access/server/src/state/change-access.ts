import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  accessEvents,
  accountStream,
  noteId,
  userStream,
  type AccessEvent,
  type AccountId,
  type Because,
  type Principal,
  type ReasonCode,
  type ReasonOnWire,
  type UserId,
} from '@cotejo/access-contracts';
import type { AccessFacts, AccountFacts, Deciding, Decision } from '@cotejo/access-domain';
import { EventStoreError, type EventStore } from '@cotejo/event-store';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { Pool } from 'pg';
import { accessEventToAppend } from '../people/access-event-to-append.ts';
import type { AccessNotes } from '../history/access-notes.ts';
import type { AccessState } from './access-state.ts';

/** Author of a change. */
export interface Author {
  /** Name in the log: a user id, or `system:<name>`. */
  readonly name: string;
  /** Principal whose rights limit the change; null = no limit, for the system and for product administrators. */
  readonly actor: Principal | null;
}

export const authorOf = (principal: Principal): Author => ({ name: principal.userId, actor: principal });

/** A product administrator, in an account where they have no rights of their own. */
export const productAuthorOf = ({ userId }: Principal): Author => ({ name: userId, actor: null });

export interface Reason {
  readonly code: ReasonCode;
  readonly text?: string | undefined;
}

export const reasonOf = ({ motivo, motivo_texto }: ReasonOnWire): Reason => ({
  code: motivo,
  text: motivo_texto,
});

/** Whether every live node can read a type in a version. */
export type IsReadable = (type: string, schemaVersion: number) => boolean;

/** A rule of the domain, applied to the current state. */
export type Decide = (facts: AccessFacts, account: AccountFacts, by: Deciding) => Decision;

/** Writes to the vault before the events are appended; runs again after a conflict. */
export type Prepare = (events: readonly AccessEvent[]) => Promise<void>;

export interface ChangeAccessOptions {
  readonly store: EventStore;
  readonly state: AccessState;
  readonly notes: AccessNotes;
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Arbitrary key of the advisory locks that serialize changes of one account over all nodes. */
const CHANGE_LOCK = 727_004;
const MOST_ATTEMPTS = 5;
const CONNECTIONS_PER_TURN = 3;

/**
 * The only way to change users, roles, slots and accounts. Changes of one account are serialized over all nodes,
 * because decisions on one user depend on the others: if two administrators lock each other, one remains.
 */
export class ChangeAccess {
  /** By account: the last turn in the queue. */
  private readonly queues = new Map<AccountId, Promise<unknown>>();
  private readonly turns: Semaphore;
  private isReadable: IsReadable = () => true;

  constructor(private readonly options: ChangeAccessOptions) {
    // A turn waiting for the lock holds a connection, and its work needs further ones.
    this.turns = new Semaphore(Math.max(1, Math.floor(options.pool.options.max / CONNECTIONS_PER_TURN)));
  }

  /** From then on, events that some live node can't read are refused with `unavailable`. */
  askBeforeWriting(isReadable: IsReadable): void {
    this.isReadable = isReadable;
  }

  /**
   * Runs several decisions as one turn of the account. Refusals of the rules are thrown as `Refusal`s; `not_found` for
   * an unknown account.
   */
  within<T>(
    account: AccountId,
    author: Author,
    reason: Reason,
    work: (change: AccountChange) => Promise<T>,
  ): Promise<T> {
    return this.inTurn(account, () =>
      work(new AccountChange(this.options, this.isReadable, account, author, reason)),
    );
  }

  /**
   * Checks a rule before the turn, so that expensive work is done only for authorized callers; the turn checks again.
   */
  async ahead(account: AccountId, author: Author, decide: Decide): Promise<void> {
    const change = new AccountChange(this.options, this.isReadable, account, author, { code: 'requested' });
    await change.judge(decide);
  }

  /** Runs work exclusively for an account; other accounts proceed in parallel. Must not be nested. */
  async inTurn<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(account) ?? Promise.resolve();
    const mine = before.then(() => this.turns.run(() => this.locked(account, work)));
    const settled = mine.catch(() => undefined);
    this.queues.set(account, settled);
    try {
      return await mine;
    } finally {
      if (this.queues.get(account) === settled) this.queues.delete(account);
    }
  }

  private async locked<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    const client = await this.options.pool.connect();
    const key = [CHANGE_LOCK, account];
    let isBroken = true;
    try {
      await client.query('select pg_advisory_lock($1, hashtext($2))', key);
      try {
        return await work();
      } finally {
        await client.query('select pg_advisory_unlock($1, hashtext($2))', key);
        isBroken = false;
      }
    } finally {
      // A connection whose lock could not be released is closed, which releases it.
      client.release(isBroken);
    }
  }
}

/** FIFO semaphore. */
class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

/** Operations within a turn. */
export class AccountChange {
  private readonly because: Because;
  private isNoted = false;

  constructor(
    private readonly options: ChangeAccessOptions,
    private readonly isReadable: IsReadable,
    private readonly id: AccountId,
    private readonly author: Author,
    private readonly reason: Reason,
  ) {
    this.because = {
      code: reason.code,
      note: reason.text ? noteId.parse(randomUUID()) : null,
    };
  }

  /** Decides on the account, its roles and slots, and appends the events. Returns them. */
  ofAccount(decide: Decide, prepare?: Prepare): Promise<readonly AccessEvent[]> {
    return this.carryOut(accountStream(this.id), decide, prepare);
  }

  /** Decides on a user and appends the events. Returns them. */
  ofPerson(user: UserId, decide: Decide, prepare?: Prepare): Promise<readonly AccessEvent[]> {
    return this.carryOut(userStream(user), decide, prepare);
  }

  /** Decides without appending: before a first step that must not be taken when the second one would be refused. */
  async judge(decide: Decide): Promise<readonly AccessEvent[]> {
    await this.options.state.settle();
    return this.decided(decide);
  }

  private async carryOut(
    stream: string,
    decide: Decide,
    prepare: Prepare | undefined,
  ): Promise<readonly AccessEvent[]> {
    const { store, state, now } = this.options;
    for (let attempt = 1; ; attempt++) {
      const head = await store.head(stream);
      await state.settle();
      const events = this.decided(decide);
      if (events.length === 0) return events;
      if (!events.every(({ type }) => this.isReadable(type, accessEvents.newest(type)))) {
        throw new Refusal(httpErrors, 'unavailable');
      }
      await this.keepNote(events);
      await prepare?.(events);
      const by = { actor: this.author.name, account: this.id, now: now() };
      try {
        await store.append({
          stream,
          expected: head?.version ?? 'no-stream',
          events: events.map((event) => accessEventToAppend(event, by)),
        });
      } catch (error) {
        if (!(error instanceof EventStoreError) || error.kind !== 'conflict') throw error;
        if (attempt === MOST_ATTEMPTS) throw new Refusal(httpErrors, 'unavailable');
        continue;
      }
      await state.settle();
      return events;
    }
  }

  private decided(decide: Decide): readonly AccessEvent[] {
    const { state } = this.options;
    const account = state.known.accounts.get(this.id);
    if (account === undefined) throw new Refusal(httpErrors, 'not_found');
    const decision = decide(state.known, account, this.deciding());
    if (decision.ok) return decision.events;
    const { code, params } = decision;
    throw new Refusal(accessErrors, code, params && { params });
  }

  /**
   * Uses the author's current rights; they must equal those with which the request was admitted, otherwise it must be
   * repeated.
   */
  private deciding(): Deciding {
    const { state } = this.options;
    const { actor } = this.author;
    const current = actor && state.principalOf(actor.accountId, actor.userId);
    if (actor !== null && !(current && hasSameRights(current, actor) && this.isSignedIn(actor))) {
      throw new Refusal(httpErrors, 'access_not_authorized');
    }
    return { ...state.moment, actor: current, because: this.because };
  }

  private isSignedIn({ sessionId }: Principal): boolean {
    return sessionId === null || this.options.state.session(sessionId) !== null;
  }

  private async keepNote(events: readonly AccessEvent[]): Promise<void> {
    const { note } = this.because;
    const isSaid = events.some(({ data }) => 'because' in data);
    if (note === null || this.isNoted || !isSaid) return;
    await this.options.notes.keep(note, this.id, this.reason.text ?? '');
    this.isNoted = true;
  }
}

/** Whether two principals are equal in everything that access policies depend on. */
const hasSameRights = (one: Principal, other: Principal): boolean =>
  one.role === other.role &&
  one.userType === other.userType &&
  one.isSuperuser === other.isSuperuser &&
  one.groups.join() === other.groups.join() &&
  one.permissions === other.permissions &&
  one.pending === other.pending;

/** Combines decisions on one stream: all events, or the first refusal. */
export function together(...decisions: readonly Decision[]): Decision {
  const refusal = decisions.find(({ ok }) => !ok);
  if (refusal !== undefined) return refusal;
  return { ok: true, events: decisions.flatMap((decision) => (decision.ok ? decision.events : [])) };
}
