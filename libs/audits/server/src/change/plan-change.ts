import type { Principal } from '@cotejo/access-contracts';
import type { Command } from '@cotejo/http/server';

/** A call that changes a plan: by whom, under which command, and what it must find. */
export interface PlanChange {
  readonly principal: Principal;
  readonly command: Command;
  /** Version of the audit up to which the person saw the item (`If-Match`); null when it does not matter. */
  readonly seen: number | null;
}
