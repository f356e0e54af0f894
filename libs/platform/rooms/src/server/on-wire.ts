/** A WebSocket message as its bytes go over the wire. */
export type WireMessage = Buffer & { readonly __brand: 'WireMessage' };

/** The last fragment, binary. */
const WHOLE_BINARY = 0x82;

/**
 * The one frame (RFC 6455, section 5.2) of a message from a server: neither fragmented, masked nor compressed.
 * Made once for all who get the message, it leaves each of them one write of the same bytes; the library would
 * make a header and two writes for each.
 */
export function onWire(message: Uint8Array): WireMessage {
  const { length } = message;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = WHOLE_BINARY;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(message, header);
  return frame as WireMessage;
}
