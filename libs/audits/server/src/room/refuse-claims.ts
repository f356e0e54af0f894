import type { RawIntent, Rejection } from '@cotejo/audits-contracts';
import { MAX_PARTS } from '@cotejo/audits-contracts';

/** What only who has read another audit may say of it when they make an item: the server itself. */
const SAID_BY_THE_SERVER = ['origin', 'copiedFrom'] as const;

/** Whether intents of a kind are the server's alone. */
type IsByServer = (kind: string) => boolean;

/**
 * Why people may not ask what they ask; null when they may. Nobody's browser sends what is the server's to say, in a
 * batch neither: operations and upkeep, texts and files that it has seen, copies and links of which it has looked
 * at the other audit.
 */
export function refuseClaims(intent: RawIntent, isByServer: IsByServer): Rejection | null {
  const claims = (one: unknown): boolean => isClaim(one, isByServer);
  if (intent.kind !== 'batch') return claims(intent) ? { code: 'forbidden' } : null;
  const parts: unknown = intent['parts'];
  if (!Array.isArray(parts) || parts.length > MAX_PARTS) return null;
  const part = parts.findIndex((one: unknown) => isObject(one) && claims(one['intent']));
  return part < 0 ? null : { code: 'forbidden', params: { part } };
}

function isClaim(intent: unknown, isByServer: IsByServer): boolean {
  if (!isObject(intent)) return false;
  const { kind } = intent;
  if (typeof kind === 'string' && isByServer(kind)) return true;
  // That nobody began the work by it.
  if (kind === 'set_values') return intent['copied'] !== undefined;
  if (kind !== 'create_item') return false;
  if (SAID_BY_THE_SERVER.some((key) => intent[key] !== undefined)) return true;
  const target = intent['target'];
  return isObject(target) && target['audit'] !== undefined && target['audit'] !== null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
