import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type AuditId,
  type ItemId,
  type KernelIntent,
  type OperationId,
} from '@cotejo/audits-contracts';
import {
  carriedFindingName,
  carryIntents,
  type CarriedItem,
  type CarryChoices,
  type CarryTarget,
} from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { RoomLog } from '@cotejo/rooms/server';
import { refuseUnless, togetherAs } from '../change/change-tree.ts';
import { chunksOf } from '../change/operation-chunks.ts';
import { ORIGINS } from '../copy/other-audits.ts';
import type { AuditRooms } from '../room/audit-rooms.ts';
import { partIdOf } from '../room/intents/command-identity.ts';
import type { CarrySource } from './read-source.ts';

/** A new audit, and what is written into it. */
export interface Filling extends Pick<CarryTarget, 'sprintFor' | 'shift'> {
  readonly principal: Principal;
  readonly audit: AuditId;
  readonly operation: OperationId;
  /** Audit version after the creation. */
  readonly version: number;
  readonly source: CarrySource;
  readonly items: readonly CarriedItem[];
  readonly choices: CarryChoices;
  /** Name of the phase that receives everything; null = the audit itself. */
  readonly phase: string | null;
}

/** Concurrent fillings of one user on a node: each keeps its source in memory. */
const MOST_EACH = 2;
/** Milliseconds that running fillings get to finish at shutdown. */
const LAST_CALL = 5_000;

/**
 * Audits of this node that are being filled from another record. A filling goes on after its request was answered
 * and its user has left; one that fails is discarded, and so is one whose process ended (by the sweep of imports).
 */
export class AuditFillings {
  private readonly running = new Set<Promise<void>>();
  /** Running fillings by account and user. */
  private readonly underWay = new Map<string, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly services: {
      readonly rooms: AuditRooms;
      readonly projection: Pick<ProjectionRunner, 'waitFor'>;
      readonly log?: RoomLog | undefined;
    },
  ) {}

  /**
   * Counts a filling of the user. @returns the function that ends the count, once
   * @throws Refusal `too_many_fillings`
   */
  enter({ accountId, userId }: Principal): () => void {
    const person = `${accountId}/${userId}`;
    const before = this.underWay.get(person) ?? 0;
    if (before >= MOST_EACH)
      throw new Refusal(auditErrors, 'too_many_fillings', { params: { most: MOST_EACH } });
    this.underWay.set(person, before + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.underWay.get(person) ?? 1) - 1;
      if (left > 0) this.underWay.set(person, left);
      else this.underWay.delete(person);
    };
  }

  /** Begins to write the items; a failure takes the audit back. */
  begin(filling: Filling, leave: () => void): void {
    const running = this.run(filling)
      .catch(async (error: unknown) => {
        this.services.log?.('error', 'an audit could not be filled', { audit: filling.audit, error });
        await this.discard(filling);
      })
      .finally(leave)
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  /** Resolves when no filling is running. */
  async settled(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  /** Waits for running fillings up to the time limit, then aborts them. */
  async stop(): Promise<void> {
    const lastCall = setTimeout(() => this.stopping.abort(), LAST_CALL);
    await this.settled();
    clearTimeout(lastCall);
  }

  private async run(filling: Filling): Promise<void> {
    const { rooms } = this.services;
    let { version } = filling;
    const { operation, audit, source, items } = filling;
    const intents = carryIntents(source.state, source.audit, items, await this.targetOf(filling));
    let number = 0;
    for (const chunk of chunksOf(intents)) {
      const together = togetherAs({ rooms }, chunk);
      version = await this.submit(filling, together, `chunk-${number++}`, version);
    }
    const finish = { kind: 'finish_operation', operation } as const;
    version = await this.submit(filling, finish, 'finish', version);
    await this.services.projection.waitFor(auditStream(audit), version);
  }

  private async targetOf(filling: Filling): Promise<CarryTarget> {
    const { audit, operation, phase, source, choices, sprintFor, shift } = filling;
    const { rooms } = this.services;
    const parent = phase === null ? null : await this.phaseNamed(audit, phase);
    const { code } = source.state.profile;
    return {
      ...{ parent, choices, sprintFor, shift },
      idFor: (item) => partIdOf(operation, item) as ItemId,
      findingName: (finding) => carriedFindingName(finding, code),
      origin: ORIGINS[source.state.recordType],
      slices: rooms.model.slices,
    };
  }

  private async phaseNamed(audit: AuditId, name: string): Promise<ItemId> {
    const room = await this.services.rooms.room(audit);
    const phase = room?.state.childrenOf(null).find((id) => room.state.get(id)?.name === name);
    if (phase === undefined) throw new Refusal(auditErrors, 'no_place_for_copy');
    return phase;
  }

  private async submit(
    { audit, operation, principal }: Filling,
    intent: KernelIntent,
    name: string,
    base: number,
  ): Promise<number> {
    if (name !== 'discard') this.stopping.signal.throwIfAborted();
    // Detached from the session: the filling goes on after signing out, with the user's rights of the moment.
    const author: Principal = { ...principal, sessionId: null };
    const { outcomes, version } = await this.services.rooms.submit(
      audit,
      author,
      [{ intent, base, operation }],
      {
        command: partIdOf(operation, name),
      },
    );
    refuseUnless(outcomes[0]);
    return version;
  }

  /** If this fails too, the sweep of stalled imports on any node repeats it. */
  private async discard(filling: Filling): Promise<void> {
    const { audit, operation } = filling;
    try {
      const discard = { kind: 'discard_operation', operation } as const;
      const version = await this.submit(filling, discard, 'discard', filling.version);
      await this.services.projection.waitFor(auditStream(audit), version);
    } catch (error) {
      this.services.log?.('warn', 'an audit that was not filled is not discarded yet', { audit, error });
    }
  }
}
