import { messageType } from '@cotejo/rooms/protocol';
import type { RawClient } from '@cotejo/rooms/testing';
import * as encoding from 'lib0/encoding';
import { written } from '../../../apps/server/src/fuzz/hostile-value.fixture.ts';
import type { Raid } from './raid.ts';

/** Sends a JSON frame that need not be valid. */
export function sendFrame(client: RawClient, frame: unknown): void {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, messageType.frame);
  encoding.writeVarString(encoder, written(frame));
  client.sendBytes(encoding.toUint8Array(encoder));
}

/**
 * Tallies the answers to `count` intents of a session. A frame that the room does not accept as an intent closes the
 * connection or gets no answer.
 */
export async function takeAnswers(
  raid: Raid,
  client: RawClient,
  session: string,
  count: number,
): Promise<void> {
  const own = () => client.answers.filter((answer) => answer.session === session);
  await client
    .until(() => own().length >= count || client.closeCode !== null, 'answers', raid.patienceMs)
    .catch(() => raid.tally.note('no answer'));
  for (const { outcome } of own()) raid.tally.note(outcome.ok ? 'committed' : outcome.code);
  client.frames.length = 0;
  client.advances.length = 0;
}

/** Resolves once the room has processed the messages sent before: it answers a presence query in order. */
export async function waitForTurn(raid: Raid, client: RawClient): Promise<void> {
  if (client.closeCode !== null) return;
  let isTaken = false;
  const onMessage = (data: unknown): void => {
    if (data instanceof Uint8Array && data[0] === messageType.awareness) isTaken = true;
  };
  client.socket.on('message', onMessage);
  client.sendBytes(Uint8Array.of(messageType.queryAwareness));
  await client
    .until(() => isTaken || client.closeCode !== null, 'a turn', raid.patienceMs)
    .catch(() => undefined);
  client.socket.off('message', onMessage);
}
