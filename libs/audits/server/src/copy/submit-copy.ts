import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  MAX_PARTS,
  type AuditId,
  type IntentEnvelope,
  type ItemId,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import type { AuditState } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { RoomLog } from '@cotejo/rooms/server';
import { partIdOf } from '../room/intents/command-identity.ts';
import {
  changed,
  refuseUnless,
  stateOf,
  togetherAs,
  type Changed,
  type ChangeServices,
} from '../change/change-tree.ts';
import { CHUNK_BYTES, chunksOf, sizeOf } from '../change/operation-chunks.ts';
import type { PlanChange } from '../change/plan-change.ts';

export interface CopyServices extends ChangeServices {
  readonly log?: RoomLog | undefined;
}

/**
 * Computes the intents of a copy; `newId` returns the same id for the same name, also when the call is
 * repeated.
 */
export type CopyPlan = (target: AuditState, newId: (name: string) => ItemId) => readonly KernelIntent[];

/** Maximum of attempts per call: a discarded copy leaves its ids taken, so the next attempt uses others. */
const MOST_ATTEMPTS = 20;

export interface Submitted extends Changed {
  /** The `newId` given to the plan; returns the ids of the copies. */
  readonly newId: (name: string) => ItemId;
}

/**
 * Writes a copy into its target: as one batch where it fits, else as an operation in chunks, which stays
 * hidden until it is complete and is discarded on failure. A repeated call gets the result of the first.
 * @throws Refusal of the rules; `operation_running`, `audit_not_found`, `room_unavailable`
 */
export async function submitCopy(
  services: CopyServices,
  call: PlanChange,
  audit: AuditId,
  plan: CopyPlan,
): Promise<Submitted> {
  const state = await stateOf(services, call.principal, audit);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const command = partIdOf(call.command.id, `copy-${attempt}`);
    const newId = (name: string): ItemId => partIdOf(command, name) as ItemId;
    if (call.command.isRepeatable) {
      const ended = await earlierEnd(services, call, state, command);
      if (ended === 'given-up') continue;
      if (ended !== null) return { ...(await changed(services, audit, ended)), newId };
    }
    const intents = plan(state, newId);
    if (intents.length === 0) return { ...(await changed(services, audit, state.version)), newId };
    const run = new CopyRun(services, call.principal, audit, command, state.version);
    const version = isSmall(intents) ? await run.atOnce(intents) : await run.inChunks(intents);
    return { ...(await changed(services, audit, version)), newId };
  }
  throw new Refusal(auditErrors, 'room_unavailable');
}

const operationOf = (command: string): string => partIdOf(command, 'operation');
const startOf = (command: string): string => partIdOf(command, 'start');

/**
 * Audit version at which an earlier attempt of the call completed; 'given-up' when it was discarded; null
 * when there was none.
 */
async function earlierEnd(
  services: CopyServices,
  call: PlanChange,
  state: AuditState,
  command: string,
): Promise<number | 'given-up' | null> {
  const settled = await services.rooms.settledBefore(call.principal, command);
  if (settled) return settled.outcome.ok ? settled.version : 'given-up';
  if (!(await isLeftBehind(services, call, state, command))) return null;
  // The attempt may have completed between the two lookups; without this check the copy would be made twice.
  const ended = await services.rooms.settledBefore(call.principal, command);
  return ended?.outcome.ok ? ended.version : 'given-up';
}

/**
 * Whether an earlier attempt started an operation that it could not finish; if that is still running, it is
 * discarded.
 */
async function isLeftBehind(
  services: CopyServices,
  { principal }: PlanChange,
  state: AuditState,
  command: string,
): Promise<boolean> {
  const begun = await services.rooms.settledBefore(principal, startOf(command));
  if (!begun?.outcome.ok) return begun !== null;
  if (state.operation === operationOf(command)) {
    await new CopyRun(services, principal, state.audit, command, state.version).discard();
  }
  return true;
}

function isSmall(intents: readonly KernelIntent[]): boolean {
  return intents.length <= MAX_PARTS && sizeOf(intents) <= CHUNK_BYTES;
}

class CopyRun {
  constructor(
    private readonly services: CopyServices,
    private readonly principal: Principal,
    private readonly audit: AuditId,
    private readonly command: string,
    private readonly base: number,
  ) {}

  async atOnce(intents: readonly KernelIntent[]): Promise<number> {
    return this.submit(togetherAs(this.services, intents), this.command);
  }

  async inChunks(intents: readonly KernelIntent[]): Promise<number> {
    const operation = operationOf(this.command);
    await this.submit(
      { kind: 'start_operation', operation, what: 'copy' } as KernelIntent,
      startOf(this.command),
    );
    try {
      let number = 0;
      for (const chunk of chunksOf(intents)) {
        const together = togetherAs(this.services, chunk);
        await this.submit(together, partIdOf(this.command, `chunk-${number++}`), operation);
      }
      return await this.submit({ kind: 'finish_operation', operation } as KernelIntent, this.command);
    } catch (error) {
      await this.discard().catch((fault: unknown) => {
        // The job that discards stalled operations retries it later.
        this.services.log?.('warn', 'a copy that failed is not discarded yet', {
          audit: this.audit,
          error: fault,
        });
      });
      throw error;
    }
  }

  async discard(): Promise<void> {
    const operation = operationOf(this.command);
    await this.submit(
      { kind: 'discard_operation', operation } as KernelIntent,
      partIdOf(this.command, 'discard'),
    );
  }

  private async submit(intent: KernelIntent, command: string, operation?: string): Promise<number> {
    const envelope: IntentEnvelope = {
      intent,
      base: this.base,
      ...(operation !== undefined && { operation }),
    };
    if (operation === undefined) await this.services.rooms.paced(this.principal, [envelope]);
    const { outcomes, version } = await this.services.rooms.submit(this.audit, this.principal, [envelope], {
      command,
    });
    refuseUnless(outcomes[0]);
    return version;
  }
}
