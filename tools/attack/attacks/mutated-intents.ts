import { randomUUID } from 'node:crypto';
import { kernelIntent } from '@cotejo/audits-contracts';
import type { RawClient } from '@cotejo/rooms/testing';
import { attachmentIntent, noteIntent, reviseTexts, setStepProgramme } from '@cotejo/worksheets-contracts';
import { spoiled, written } from '../../../apps/server/src/fuzz/hostile-value.fixture.ts';
import { sampleOf } from '../../../apps/server/src/fuzz/sample-of-shape.fixture.ts';
import { forged, NOT_A_VERSION } from '../insider/forgery.ts';
import { sendFrame, takeAnswers } from '../insider/room-frames.ts';
import { parse, type Raid } from '../insider/raid.ts';

const SHAPES = [kernelIntent, noteIntent, attachmentIntent, reviseTexts, setStepProgramme];
/** Number of intents sent before their answers are awaited. */
const ABREAST = 20;

/** Sends intents of every kind with mutated fields, and with fields that only the server may set. */
export async function mutateIntents(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const rooms = new Map<string, RawClient | null>();
  for (let left = raid.size(600, 6_000); left > 0 && !raid.isOver; left -= ABREAST) {
    const { audit, items } = chance.pick([scene.working, scene.closed]);
    const ids = [...items.map(({ id }) => id), audit, scene.leader.userId, randomUUID()];
    let client = rooms.get(audit) ?? null;
    if (!client || client.closeCode !== null) client = await raid.enter('audit', audit);
    rooms.set(audit, client);
    if (!client) continue;
    const session = randomUUID();
    for (let seq = 0; seq < ABREAST; seq++)
      sendFrame(client, {
        t: 'intent',
        session,
        seq,
        base: baseOf(raid, client),
        intent: mutated(raid, ids),
      });
    await takeAnswers(raid, client, session, ABREAST);
  }
}

/** Keeps a valid kind: an unknown one ends the connection before any check, which other attacks cover. */
function mutated({ chance, scene }: Raid, ids: readonly string[]): object {
  const sample = sampleOf(chance.pick(SHAPES), chance, ids) as { readonly kind: string };
  const { kind } = sample;
  const spoilt = chance.often(0.6) ? parse(written(spoiled(sample, chance))) : sample;
  const isObject = typeof spoilt === 'object' && spoilt !== null && !Array.isArray(spoilt);
  const intent = isObject && isSendable(spoilt) ? spoilt : sample;
  const brought = chance.often(0.5) ? forged(chance, scene.leader.userId) : {};
  return {
    ...intent,
    ...brought,
    kind: chance.often(0.97) ? kind : chance.pick(['__proto__', 'constructor', 'x']),
  };
}

/** Whether this process can write the value: thousands of levels exceed its stack; malformed messages have them. */
function isSendable(value: object): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

function baseOf({ chance }: Raid, client: RawClient): number {
  return chance.pick([client.version, client.version, 0, -1, NOT_A_VERSION, 2 ** 31]);
}
