import * as encoding from 'lib0/encoding';
import { messageType } from '../protocol.ts';

/** SyncStep1, SyncStep2 and Update of y-protocols. */
export const syncStep = { ask: 0, answer: 1, update: 2 } as const;

export function syncMessage(step: number, bytes: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
  return encoding.toUint8Array(encoder);
}
