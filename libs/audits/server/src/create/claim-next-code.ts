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

/** By account and prefix: resolves when the claims of this node so far have ended. */
const queues = new Map<string, Promise<unknown>>();
/** By account and prefix: the highest number that this node claimed. */
const lastClaimed = new Map<string, number>();

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
  const before = queues.get(key) ?? Promise.resolve();
  const mine = before.then(async () => {
    const claimed = lastClaimed.get(key) ?? 0;
    const number = await claimAfter(claimed, services, prefix, claimant);
    lastClaimed.set(key, Math.max(claimed, number));
    return number;
  });
  const queue: Promise<unknown> = mine
    .catch(() => undefined)
    .finally(() => {
      if (queues.get(key) === queue) queues.delete(key);
    });
  queues.set(key, queue);
  return codeOf(prefix, await mine);
}

/**
 * The number after the last one of the read model comes first, so that released codes are reused. If it is taken the
 * read model is late, and the search goes on after the highest number claimed here.
 */
async function claimAfter(
  claimed: number,
  { store, db }: CodeServices,
  prefix: string,
  claimant: Claimant,
): Promise<number> {
  const take = (number: number): Promise<boolean> => claimAuditCode(store, codeOf(prefix, number), claimant);
  const next = (await readLastCodeNumber(db, claimant.account, prefix)) + 1;
  if (await take(next)) return next;
  const first = Math.max(next, claimed) + 1;
  for (let number = first; number < first + MOST_CODES; number++) if (await take(number)) return number;
  throw new Refusal(auditErrors, 'code_taken');
}

/** A code of a series, with at least three digits. */
export const codeOf = (prefix: string, number: number): string =>
  `${prefix}${String(number).padStart(3, '0')}`;
