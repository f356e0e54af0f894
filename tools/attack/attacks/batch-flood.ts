import { randomUUID } from 'node:crypto';
import { MAX_PARTS } from '@cotejo/audits-contracts';
import { takeAnswers } from '../insider/room-frames.ts';
import type { Raid } from '../insider/raid.ts';

const BATCHES = 40;

/** Sends forty batches with the maximum number of parts, without waiting for answers. */
export async function floodBatches(raid: Raid): Promise<void> {
  const { working } = raid.scene;
  const client = await raid.enter('audit', working.audit);
  if (!client) return;
  await client.synced().catch(() => undefined);
  const session = randomUUID();
  const count = raid.size(BATCHES / 2, BATCHES);
  const steps = working.items.filter(({ type }) => type === 'step');
  for (let seq = 0; seq < count && client.closeCode === null; seq++) {
    const parts = Array.from({ length: MAX_PARTS }, (_, part) => ({
      schema: 1,
      intent: { kind: 'rename_item', id: steps[part % steps.length]?.id ?? '', name: `Lote ${seq} ${part}` },
    }));
    client.intent(session, seq, { kind: 'batch', parts });
  }
  await takeAnswers(raid, client, session, count);
}
