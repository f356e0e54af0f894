import {
  MAX_PARTS,
  auditStream,
  systemActor,
  type AuditId,
  type IntentEnvelope,
} from '@cotejo/audits-contracts';
import { isReadOnly, purgeable, TRASH_DAYS } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { ProjectionRunner } from '@cotejo/projections';
import { releaseAuditCode } from '../create/claim-audit-code.ts';
import { findExpiredAudits } from '../read-models/reads/find-expired-audits.ts';
import { findExpiredTrash } from '../read-models/reads/find-expired-trash.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { AuditRooms } from '../room/audit-rooms.ts';

export interface EmptyTrashOptions {
  readonly rooms: AuditRooms;
  readonly db: ReadDatabase;
  /** Pool for the advisory lock by which nodes agree on who empties the trash. */
  readonly pool: LockPool;
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  /** Log with the claims of codes. */
  readonly store: EventStore;
  readonly clock: () => Date;
  readonly log: TrashLog;
}

/** The part of a `pg` pool used here. */
export interface LockPool {
  connect(): Promise<LockClient>;
}
interface LockClient {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly { readonly mine?: boolean }[] }>;
  release(broken?: Error): void;
}

/** Compatible with pino. */
export interface TrashLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const DAY_MS = 24 * 60 * 60_000;
/** Any number, the same on all nodes: whoever has this lock of the database empties the trash. */
const TRASH_LOCK = 727_011;
/** Branches purged in one submission; more would delay users' edits. */
const AT_ONCE = Math.min(50, MAX_PARTS);

/**
 * Purges, on one of the nodes, what has lain in the trash for longer than it is kept. Everything is asked of the
 * audits' rooms in the system's name: the rules decide, and the log keeps what there was.
 */
export class EmptyTrash {
  constructor(private readonly options: EmptyTrashOptions) {}

  /** One look, as a job. */
  async run(signal: AbortSignal): Promise<void> {
    const purged = await this.look(signal);
    if (purged > 0) this.options.log.info({ purged }, 'the trash was emptied');
  }

  /**
   * One look: purges all that is due, audit by audit. What is wrong with one audit does not keep the others
   * from it. Nothing is done while another node is at it, and no more is begun once the signal is aborted.
   * @returns items that were purged, topmost ones only, and audits
   */
  async look(signal?: AbortSignal): Promise<number> {
    const client = await this.options.pool.connect();
    let broken: Error | undefined;
    try {
      if (!(await this.isMine(client))) return 0;
      try {
        return await this.purgeAll(signal);
      } finally {
        await client.query('select pg_advisory_unlock($1)', [TRASH_LOCK]);
      }
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection that may still hold the lock must not return to the pool.
      client.release(broken);
    }
  }

  private async isMine(client: LockClient): Promise<boolean> {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [TRASH_LOCK]);
    return rows[0]?.mine === true;
  }

  private async purgeAll(signal?: AbortSignal): Promise<number> {
    const { db, clock, log } = this.options;
    const before = new Date(clock().getTime() - TRASH_DAYS * DAY_MS);
    let purged = 0;
    for (const audit of await findExpiredTrash(db, before)) {
      if (signal?.aborted) break;
      try {
        purged += await this.purgeIn(audit, signal);
      } catch (err) {
        log.error({ err, audit }, 'the trash of an audit could not be emptied');
      }
    }
    return purged + (await this.purgeAudits(before, signal));
  }

  /** Purges whole audits, and frees their codes. */
  private async purgeAudits(before: Date, signal?: AbortSignal): Promise<number> {
    const { db, clock, log } = this.options;
    let purged = 0;
    for (const audit of await findExpiredAudits(db, before, dayIn(TIME_ZONE, clock()))) {
      if (signal?.aborted) break;
      try {
        if (await this.purgeAudit(audit)) purged += 1;
      } catch (err) {
        log.error({ err, audit }, 'a deleted audit could not be purged');
      }
    }
    return purged;
  }

  private async purgeAudit(audit: AuditId): Promise<boolean> {
    const { rooms, projection, store, clock } = this.options;
    const room = await rooms.room(audit);
    if (!room) return false;
    const { account, profile, version: base } = room.state;
    const now = clock().toISOString();
    const envelope: IntentEnvelope = { intent: { kind: 'purge_audit' }, base };
    const { outcomes, version } = await rooms.submitAsSystem(audit, 'trash', [envelope], { now });
    if (outcomes[0]?.ok !== true) return false;
    await releaseAuditCode(store, profile.code, { account, audit, actor: systemActor('trash'), at: now });
    await projection.waitFor(auditStream(audit), version);
    return true;
  }

  private async purgeIn(audit: AuditId, signal?: AbortSignal): Promise<number> {
    const { rooms, projection, clock } = this.options;
    let purged = 0;
    while (!signal?.aborted) {
      const room = await rooms.room(audit);
      if (!room || isReadOnly(room.state) || room.state.operation !== null) break;
      const now = clock().toISOString();
      const due = purgeable(room.state, now).slice(0, AT_ONCE);
      if (due.length === 0) break;
      const envelopes = due.map((id): IntentEnvelope => ({
        intent: { kind: 'purge_item', id },
        base: room.state.version,
      }));
      const { outcomes, version } = await rooms.submitAsSystem(audit, 'trash', envelopes, { now });
      const done = outcomes.filter(({ ok }) => ok).length;
      purged += done;
      await projection.waitFor(auditStream(audit), version);
      // A user restored items or closed the audit meanwhile; the rest is left for the next run.
      if (done < due.length) break;
    }
    return purged;
  }
}
