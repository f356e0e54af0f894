/** A WebSocket message, encoded with its frame header. */
export type WireMessage = Buffer & { readonly __brand: 'WireMessage' };

/** First header byte: FIN bit and the opcode for binary. */
const WHOLE_BINARY = 0x82;

/**
 * Encodes a server message as one WebSocket frame (RFC 6455, section 5.2): not fragmented, masked or compressed.
 * Encoding once per broadcast leaves one write of shared bytes per connection; the `ws` library would build a header
 * and do two writes for each.
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
