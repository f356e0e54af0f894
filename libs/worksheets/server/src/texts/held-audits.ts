import type { AuditId, AuditQueries, HeldAudit } from '@cotejo/audits-contracts';

interface Hold {
  readonly opening: Promise<HeldAudit | null>;
  held: HeldAudit | null;
  users: number;
}

export interface HeldAuditsOptions {
  readonly audits: Pick<AuditQueries, 'hold'>;
  /** Called after a commit in a held audit. */
  readonly committed: (audit: AuditId, types: readonly string[]) => void;
  /** Called when a held audit becomes unusable. */
  readonly dropped: (audit: AuditId) => void;
}

/** Audits with open worksheets on this node: each is held once, with a reference count. */
export class HeldAudits {
  private readonly holds = new Map<AuditId, Hold>();

  constructor(private readonly options: HeldAuditsOptions) {}

  /** The audit if it is held; else null. */
  now(audit: AuditId): HeldAudit | null {
    return this.holds.get(audit)?.held ?? null;
  }

  /** Acquires an audit; null if it does not exist. Each acquisition must be released. */
  async take(audit: AuditId): Promise<HeldAudit | null> {
    const hold = this.holds.get(audit) ?? this.begin(audit);
    hold.users++;
    try {
      const held = await hold.opening;
      if (!held) this.giveBack(audit, hold);
      return held;
    } catch (error) {
      this.giveBack(audit, hold);
      throw error;
    }
  }

  give(audit: AuditId, held: HeldAudit): void {
    const hold = this.holds.get(audit);
    if (hold?.held === held) this.giveBack(audit, hold);
  }

  /** Holds an audit while `work` runs. */
  async during<T>(audit: AuditId, work: (held: HeldAudit | null) => Promise<T> | T): Promise<T> {
    const held = await this.take(audit);
    try {
      return await work(held);
    } finally {
      if (held) this.give(audit, held);
    }
  }

  private begin(audit: AuditId): Hold {
    const { audits, committed, dropped } = this.options;
    const opening = audits.hold(audit, {
      committed: (types) => committed(audit, types),
      dropped: () => {
        if (this.holds.get(audit) === hold) this.holds.delete(audit);
        dropped(audit);
      },
    });
    const hold: Hold = { opening, held: null, users: 0 };
    this.holds.set(audit, hold);
    opening.then(
      (held) => (hold.held = held),
      () => undefined,
    );
    return hold;
  }

  private giveBack(audit: AuditId, hold: Hold): void {
    hold.users--;
    if (hold.users > 0) return;
    if (this.holds.get(audit) === hold) this.holds.delete(audit);
    hold.held?.release();
  }
}
