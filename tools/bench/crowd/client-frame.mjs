import { randomBytes } from 'node:crypto';

/** Opcodes of WebSocket frames. */
export const opcode = { text: 1, binary: 2, pong: 10 };

/**
 * One complete WebSocket frame in a client's form (RFC 6455, masked).
 * @param {number} kind one of `opcode`
 * @param {Uint8Array} body
 */
export function clientFrame(kind, body) {
  const { length } = body;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(6 + extra + length);
  frame[0] = 0x80 | kind;
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(length, 2);
  if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  const start = 2 + extra;
  mask.copy(frame, start);
  for (let at = 0; at < length; at++) frame[start + 4 + at] = body[at] ^ mask[at % 4];
  return frame;
}
