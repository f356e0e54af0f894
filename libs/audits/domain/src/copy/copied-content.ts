import { copySource, itemId, type AuditEvent, type ItemId } from '@cotejo/audits-contracts';
import { AuditOverlay } from '../model/audit-overlay.ts';
import { storedNext } from '../model/batch.ts';
import type { AuditModel, AuditView, Decision, DecisionContext } from '../model/model.ts';

interface Copy {
  readonly source: ItemId;
  readonly id: ItemId;
}

/** Items created as copies of others in the same audit, references excluded. */
function copiesIn(view: AuditView, events: readonly AuditEvent[]): readonly Copy[] {
  return events.flatMap(({ type, data }): Copy[] => {
    const from = type === 'TreeItemCreated' ? copySource.safeParse(data['copiedFrom']).data : undefined;
    const id = from?.audit === view.audit ? itemId.safeParse(data['id']).data : undefined;
    return from && id && view.get(from.item)?.type === data['itemType'] ? [{ source: from.item, id }] : [];
  });
}

/**
 * Adds to a decision the intents by which slices copy their content of the copied items. The right to copy
 * the item suffices for it. Skipped in a browser, which does not have that content.
 */
export function withCopiedContent(
  model: Pick<AuditModel, 'slices' | 'evolve'>,
  view: AuditView,
  decision: Decision,
  context: DecisionContext,
  operation: string | undefined,
): Decision {
  if (!decision.ok || context.mode !== 'server') return decision;
  const asked = copiesIn(view, decision.events).flatMap(({ source, id }) =>
    model.slices.flatMap((slice) =>
      (slice.copies?.(view, source, id) ?? []).map((intent) => ({ slice, intent })),
    ),
  );
  if (asked.length === 0) return decision;
  const after = new AuditOverlay(view);
  const events: AuditEvent[] = [];
  const happens = (event: AuditEvent): void => {
    model.evolve(after, storedNext(after, event, context, operation));
    events.push(event);
  };
  for (const event of decision.events) happens(event);
  for (const { slice, intent } of asked) {
    const along = slice.decide(after, intent, { ...context, can: () => true });
    if (!along.ok) return along;
    for (const event of along.events) happens(event);
  }
  return { ok: true, events };
}
