import type { Principal } from '@cotejo/access-contracts';
import type { Command } from '@cotejo/http/server';

/** Context of a call that changes a plan: caller, idempotent command, and precondition. */
export interface PlanChange {
  readonly principal: Principal;
  readonly command: Command;
  /** Audit version at which the caller saw the item (`If-Match`); null without a precondition. */
  readonly seen: number | null;
}
