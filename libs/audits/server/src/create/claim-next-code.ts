import { auditErrors } from '@cotejo/audits-contracts';
import type { EventStore } from '@cotejo/event-store';
import { Refusal } from '@cotejo/http/contracts';
import { readLastCodeNumber } from '../read-models/reads/read-last-code.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { claimAuditCode, type Claimant } from './claim-audit-code.ts';

export interface CodeServices {
  readonly store: EventStore;
  readonly db: ReadDatabase;
}

/**
 * Maximum of consecutive taken codes to try; they may be claimed by other nodes or not yet in the read model.
 */
const MOST_CODES = 200;

/** Queue tail by account and prefix; resolves to the number that this node claimed last. */
const queues = new Map<string, Promise<number>>();

/**
 * Claims the next free code of a prefix. Claims on one node are serialized: hundreds of concurrent ones would
 * all try the same number, and most would run out of attempts.
 * @throws Refusal `code_taken`
 */
export async function claimNextCode(
  services: CodeServices,
  prefix: string,
  claimant: Claimant,
): Promise<string> {
  const key = `${claimant.account}/${prefix}`;
  const before = queues.get(key) ?? Promise.resolve(0);
  const mine = before.then((last) => claimAfter(last, services, prefix, claimant));
  const queue: Promise<number> = mine
    .catch(() => before)
    .finally(() => {
      // Without a queue the last number is read from the read model, so that released codes are reused.
      if (queues.get(key) === queue) queues.delete(key);
    });
  queues.set(key, queue);
  return codeOf(prefix, await mine);
}

async function claimAfter(
  claimed: number,
  { store, db }: CodeServices,
  prefix: string,
  claimant: Claimant,
): Promise<number> {
  const last = Math.max(claimed, await readLastCodeNumber(db, claimant.account, prefix));
  for (let number = last + 1; number <= last + MOST_CODES; number++) {
    if (await claimAuditCode(store, codeOf(prefix, number), claimant)) return number;
  }
  throw new Refusal(auditErrors, 'code_taken');
}

const codeOf = (prefix: string, number: number): string => `${prefix}${String(number).padStart(3, '0')}`;
