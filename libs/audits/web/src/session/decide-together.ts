import type { AuditIntent, Rejection } from '@cotejo/audits-contracts';
import { batchOf, type AuditModel } from '@cotejo/audits-domain';
import type { Events, OptimisticTree } from './rows/optimistic-tree.ts';
import { inWhole, splitBatch } from './tray/split-batch.ts';

/** An intent to send (one action or a batch), with the events that it causes. */
export type Decided = { readonly intent: AuditIntent; readonly events: Events };

/** The intents of an action as they would be sent, or why one of them is refused. */
export interface Decision {
  readonly rejection: Rejection | null;
  readonly decided: readonly Decided[];
}

export const refusedWith = (rejection: Rejection): Decision => ({ rejection, decided: [] });

/** Decides several intents by the rules, all or nothing; refuses changes by read-only users. */
export function decideTogether(
  tree: OptimisticTree,
  model: AuditModel,
  intents: readonly AuditIntent[],
  mode: 'edit' | 'read',
): Decision {
  const groups = splitBatch(intents);
  const asked = groups.map((group) => batchOf(model, group));
  const decided: Decided[] = [];
  let first = 0;
  for (const [at, decision] of tree.decideInTurn(asked).entries()) {
    const [intent, group] = [asked[at], groups[at]];
    if (!intent || !group) break;
    if (!decision.ok) return refusedWith(inWhole(decision.rejection, first, intents.length));
    decided.push({ intent, events: decision.events });
    first += group.length;
  }
  const isBarred = mode === 'read' && decided.some(({ events }) => events.length > 0);
  return isBarred ? refusedWith({ code: 'forbidden' }) : { rejection: null, decided };
}
