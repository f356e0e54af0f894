import type { AuditIntent } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { PendingIntent, RoomIntent } from '@cotejo/rooms/client';

interface Part {
  readonly schema: number;
  readonly intent: RoomIntent;
}

/** Not validated: batches come from this page or from its own outbox. */
const batchedIn = (intent: RoomIntent): readonly Part[] | null =>
  intent.kind === 'batch' && Array.isArray(intent['parts']) ? (intent['parts'] as Part[]) : null;

/** The individual intents: the parts of a batch, or the intent itself. */
export const partsOf = (intent: RoomIntent): readonly AuditIntent[] =>
  (batchedIn(intent)?.map((part) => part.intent) ?? [intent]) as readonly AuditIntent[];

/**
 * The individual intents of an outbox or tray entry, upcast to their newest versions: entries may be weeks
 * old.
 */
export function modernPartsOf(
  model: AuditModel,
  { intent, schema = 1, base }: Pick<PendingIntent, 'intent' | 'schema' | 'base'>,
): AuditIntent[] {
  const modern = (part: Part) =>
    model.modern({ intent: part.intent, schemaVersion: part.schema, base }).intent as AuditIntent;
  const whole = modern({ intent, schema });
  return batchedIn(whole)?.map(modern) ?? [whole];
}
