import { randomUUID } from 'node:crypto';
import { kernelIntent } from '@cotejo/audits-contracts';
import type { RawClient } from '@cotejo/rooms/testing';
import { attachmentIntent, noteIntent, reviseTexts, setStepProgramme } from '@cotejo/worksheets-contracts';
import { spoiled } from '../../../apps/server/src/fuzz/hostile-value.fixture.ts';
import { sampleOf } from '../../../apps/server/src/fuzz/sample-of-shape.fixture.ts';
import { forged, NOT_A_VERSION } from '../insider/forgery.ts';
import { sendFrame, takeAnswers } from '../insider/room-frames.ts';
import type { Raid } from '../insider/raid.ts';

const SHAPES = [kernelIntent, noteIntent, attachmentIntent, reviseTexts, setStepProgramme];
/** Sent before their answers are awaited. */
const ABREAST = 20;

/** Intents of every kind with every field mutated, and with fields that only the server may say. */
export async function mutateIntents(raid: Raid): Promise<void> {
  const { scene } = raid;
  const rooms = await Promise.all(
    [scene.working, scene.closed].map(async ({ audit, items }) => ({
      client: await raid.enter('audit', audit),
      ids: [...items.map(({ id }) => id), audit, scene.leader.userId, randomUUID()],
    })),
  );
  for (let left = raid.size(400, 4_000); left > 0 && !raid.isOver; left -= ABREAST)
    for (const { client, ids } of rooms) {
      if (!client || client.closeCode !== null) continue;
      const session = randomUUID();
      for (let seq = 0; seq < ABREAST; seq++) {
        const intent = mutated(raid, ids);
        sendFrame(client, { t: 'intent', session, seq, base: baseOf(raid, client), intent });
      }
      await takeAnswers(raid, client, session, ABREAST);
    }
}

function mutated({ chance, scene }: Raid, ids: readonly string[]): unknown {
  const sample = sampleOf(chance.pick(SHAPES), chance, ids);
  const intent = chance.often(0.5) ? spoiled(sample, chance) : sample;
  if (typeof intent !== 'object' || intent === null || chance.often(0.5)) return intent;
  return { ...intent, ...forged(chance, scene.leader.userId) };
}

function baseOf({ chance }: Raid, client: RawClient): number {
  return chance.pick([client.version, client.version, 0, -1, NOT_A_VERSION, 2 ** 31]);
}
