import { clientKernelIntent, MAX_PARTS, type IntentEnvelope, type Rejection } from '@cotejo/audits-contracts';
import type { IntentRights } from './intent-rights.ts';
import type { ClientEnvelope, ClientIntent, Slice } from './model.ts';

interface Reading {
  /** Null for a kind that is the kernel's or nobody's. */
  readonly sliceOf: (kind: string) => Slice | null;
  readonly isKernels: (kind: string) => boolean;
  readonly rights: ReadonlyMap<string, IntentRights>;
  readonly modern: (envelope: IntentEnvelope) => IntentEnvelope;
  /** Newest version of a kind's shape. */
  readonly newest: (kind: string) => number;
}

/**
 * Reads an intent of a browser in the form that browsers may send; a part of a batch like an intent by itself. Kinds
 * and versions that are not known here pass unread: judging refuses them.
 */
export function readClient(reading: Reading, given: ClientEnvelope): ClientIntent {
  const { intent, base, schemaVersion, operation } = given;
  // Field by field: whatever else the caller's object holds stays behind.
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
  // Judging says how many are too many.
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
