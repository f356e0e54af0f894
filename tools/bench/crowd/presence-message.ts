import { messageType, type Presence } from '@cotejo/rooms/protocol';
import * as encoding from 'lib0/encoding';

/** The awareness message of y-protocols for one client with a presence. */
export function presenceMessage(id: number, clock: number, state: Presence): Uint8Array {
  const entry = encoding.createEncoder();
  for (const number of [1, id, clock]) encoding.writeVarUint(entry, number);
  encoding.writeVarString(entry, JSON.stringify(state));
  const message = encoding.createEncoder();
  encoding.writeVarUint(message, messageType.awareness);
  encoding.writeVarUint8Array(message, encoding.toUint8Array(entry));
  return encoding.toUint8Array(message);
}
