import { kernelIntent } from '@cotejo/audits-contracts';
import { encodeFrame, messageType, clientFrame, ROOM_PROTOCOL } from '@cotejo/rooms/protocol';
import { followRequest } from '@cotejo/live/protocol';
import { noteIntent } from '@cotejo/worksheets-contracts';
import * as encoding from 'lib0/encoding';
import type { Chance } from './chance.fixture.ts';
import { hostileValue, spoiled, spoiledBytes, written } from './hostile-value.fixture.ts';
import { sampleOf } from './sample-of-shape.fixture.ts';

/** First frame of a regular client. */
export const hello = (): Uint8Array =>
  encodeFrame({ t: 'hello', protocol: ROOM_PROTOCOL, document: null, version: -1, link: null });

/** A message to a room: a corrupted frame, or arbitrary bytes. */
export function malformedRoomMessage(ids: readonly string[], chance: Chance): Uint8Array | string {
  if (chance.often(0.04)) return chance.pick(['', 'hello', '{"t":"hello"}', 'x'.repeat(5_000)]);
  if (chance.often(0.12)) return chance.bytes(64);
  const encoder = encoding.createEncoder();
  if (chance.often(0.2)) {
    encoding.writeVarUint(encoder, chance.pick([0, 1, 3, 5, 6, 127, 2 ** 31, 2 ** 40]));
    encoding.writeVarUint(encoder, chance.below(4));
    encoding.writeVarUint8Array(encoder, chance.bytes(40));
    return encoding.toUint8Array(encoder);
  }
  encoding.writeVarUint(encoder, messageType.frame);
  const text = written(frameOf(ids, chance));
  const bytes = chance.often(0.15) ? spoiledBytes(text, chance) : Buffer.from(text);
  encoding.writeVarUint8Array(encoder, bytes);
  const message = encoding.toUint8Array(encoder);
  return chance.often(0.05) ? message.subarray(0, chance.below(message.length)) : message;
}

function frameOf(ids: readonly string[], chance: Chance): unknown {
  if (chance.often(0.4)) return spoiled(sampleOf(clientFrame, chance, ids), chance);
  const made = sampleOf(chance.pick([kernelIntent, noteIntent]), chance, ids);
  const intent = spoiled(made, chance);
  const seq = chance.often(0.9) ? chance.below(1_000) : hostileValue(chance);
  return { t: 'intent', session: chance.pick(ids), seq, base: chance.pick([-1, 0, 3, 1e9]), intent };
}

/** A message to the feed's socket: event name and arguments. */
export function malformedFeedMessage(
  topics: readonly string[],
  ids: readonly string[],
  chance: Chance,
): { readonly event: string; readonly args: readonly unknown[] } {
  const event = chance.pick([
    'follow',
    'follow',
    'follow',
    'unfollow',
    'frame',
    '__proto__',
    'constructor',
    'x',
  ]);
  const asked = { ...(sampleOf(followRequest, chance, ids) as object), topic: chance.pick(topics) };
  const value = chance.often(0.2) ? asked : spoiled(asked, chance);
  const plain: unknown = plainOf(value);
  return { event, args: chance.often(0.1) ? [plain, plain, chance.bytes(20)] : [plain] };
}

/** Nesting too deep for the client library to serialize; such input is sent as a raw packet. */
const TOO_DEEP = ['['.repeat(1_000), '{"a":'.repeat(1_000)];

/** The client library serializes the value, so text that is not valid JSON is replaced. */
function plainOf(value: unknown): unknown {
  const text = written(value);
  if (TOO_DEEP.some((deep) => text.includes(deep))) return [];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Raw packets below the library, as text and as bytes. */
export function malformedPacket(chance: Chance): string | Uint8Array {
  const packets: readonly (() => string | Uint8Array)[] = [
    () => chance.bytes(50),
    () => '40/live,{"ticket":',
    () => '40/live,{"ticket":{"__proto__":1}}',
    () => `40/live,{"ticket":"${'x'.repeat(2_000)}"}`,
    () => '40/nowhere,',
    () => '42/live,["follow"]',
    () => '42["follow",{}]',
    () => '451-/live,["follow",{"_placeholder":true,"num":9}]',
    () => '459999999999-/live,[]',
    () => '43/live,99[]',
    () => `42/live,${'['.repeat(5_000)}`,
    () => `42/live,7["follow",${'['.repeat(7_000)}${']'.repeat(7_000)}]`,
    () => `42/live,7["follow",{"topic":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}]`,
    () => '9',
    () => '',
    () => '6',
    () => '2probe',
    () => '41/live,',
  ];
  return chance.pick(packets)();
}
