import { clientKernelIntent, MAX_PARTS, type IntentEnvelope, type Rejection } from '@cotejo/audits-contracts';
import type { IntentRights } from '../access/intent-rights.ts';
import type { ClientEnvelope, ClientIntent, Slice } from './model.ts';

interface Reading {
  /** Null for a kind of the audit core, or an unknown one. */
  readonly sliceOf: (kind: string) => Slice | null;
  readonly isKernels: (kind: string) => boolean;
  readonly rights: ReadonlyMap<string, IntentRights>;
  readonly modern: (envelope: IntentEnvelope) => IntentEnvelope;
  /** Newest schema version of a kind. */
  readonly newest: (kind: string) => number;
}

/**
 * Parses a client's intent in the form allowed to clients; parts of a batch like single intents. Unknown
 * kinds and versions pass unparsed: `decide` refuses them.
 */
export function readClient(reading: Reading, given: ClientEnvelope): ClientIntent {
  const { intent, base, schemaVersion, operation } = given;
  // Copied field by field, so that no other field of the caller's object passes.
  const envelope = modernised(reading, {
    intent,
    base,
    ...(schemaVersion !== undefined && { schemaVersion }),
    ...(operation !== undefined && { operation }),
  });
  return envelope.intent.kind === 'batch' ? readBatch(reading, envelope) : readOne(reading, envelope);
}

function readOne({ sliceOf, isKernels, rights, newest }: Reading, envelope: ClientEnvelope): ClientIntent {
  const { intent, schemaVersion } = envelope;
  if (rights.get(intent.kind)?.byServer) return refuse({ code: 'forbidden' });
  const slice = sliceOf(intent.kind);
  const isKnown = slice !== null || isKernels(intent.kind);
  if (!isKnown || (schemaVersion !== undefined && schemaVersion !== newest(intent.kind)))
    return { ok: true, envelope };
  const isRead = slice ? slice.parse(intent) !== null : clientKernelIntent.safeParse(intent).success;
  return isRead ? { ok: true, envelope } : refuse({ code: 'invalid_intent' });
}

function readBatch(reading: Reading, envelope: ClientEnvelope): ClientIntent {
  const { intent, base, schemaVersion } = envelope;
  if (schemaVersion !== undefined && schemaVersion !== reading.newest('batch')) return { ok: true, envelope };
  const list = intent['parts'];
  // Left to `decide`, which refuses too many parts with their limit.
  if (Array.isArray(list) && list.length > MAX_PARTS) return { ok: true, envelope };
  const batch = clientKernelIntent.safeParse(intent).data;
  if (batch?.kind !== 'batch') return refuse({ code: 'invalid_intent' });
  const parts: { schema: number; intent: IntentEnvelope['intent'] }[] = [];
  for (const [part, { schema, intent: one }] of batch.parts.entries()) {
    const modern = modernised(reading, { intent: one, schemaVersion: schema, base });
    const read = readOne(reading, modern);
    if (!read.ok) return refuse({ ...read.rejection, params: { part } });
    parts.push({ schema: modern.schemaVersion ?? schema, intent: read.envelope.intent });
  }
  return { ok: true, envelope: { ...envelope, intent: { kind: 'batch', parts } } };
}

const modernised = (
  { modern }: Reading,
  { intent, base, schemaVersion, operation }: ClientEnvelope,
): ClientEnvelope => {
  const { intent: now, schemaVersion: newest } = modern({
    intent,
    base,
    ...(schemaVersion !== undefined && { schemaVersion }),
  });
  return {
    intent: now,
    base,
    ...(newest !== undefined && { schemaVersion: newest }),
    ...(operation !== undefined && { operation }),
  };
};

const refuse = (rejection: Rejection): ClientIntent => ({ ok: false, rejection });
