import { describe, expect, it } from 'vitest';
import { onWire } from './on-wire.ts';

describe('a message on the wire', () => {
  it.each([
    [0, [0x82, 0]],
    [125, [0x82, 125]],
    [126, [0x82, 126, 0, 126]],
    [65_535, [0x82, 126, 0xff, 0xff]],
    [65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('of %i bytes says so in its header', (length, header) => {
    const message = new Uint8Array(length).fill(7);
    const frame = onWire(message);
    expect([...frame.subarray(0, header.length)]).toEqual(header);
    expect(Buffer.from(message).equals(frame.subarray(header.length))).toBe(true);
  });
});
