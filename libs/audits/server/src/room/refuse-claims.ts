import type { RawIntent, Rejection } from '@cotejo/audits-contracts';
import { MAX_PARTS } from '@cotejo/audits-contracts';

/** What only who has read another audit may say of it when they make an item: the server itself. */
const SAID_BY_THE_SERVER = ['origin', 'copiedFrom'] as const;

/**
 * Why people may not say what they say of other audits; null when they say nothing. Copies and links come from
 * the server, which has looked: nobody's browser sends them.
 */
export function refuseClaims(intent: RawIntent): Rejection | null {
  if (intent.kind !== 'batch') return claims(intent) ? { code: 'forbidden' } : null;
  const parts: unknown = intent['parts'];
  if (!Array.isArray(parts) || parts.length > MAX_PARTS) return null;
  const part = parts.findIndex((one: unknown) => isObject(one) && claims(one['intent']));
  return part < 0 ? null : { code: 'forbidden', params: { part } };
}

function claims(intent: unknown): boolean {
  if (!isObject(intent) || intent['kind'] !== 'create_item') return false;
  if (SAID_BY_THE_SERVER.some((key) => intent[key] !== undefined)) return true;
  const target = intent['target'];
  return isObject(target) && target['audit'] !== undefined && target['audit'] !== null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
