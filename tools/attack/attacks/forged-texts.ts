import { randomUUID } from 'node:crypto';
import { itemStatus } from '@cotejo/audits-contracts';
import { forgedText, NOT_A_VERSION } from '../insider/forgery.ts';
import { sendFrame, takeAnswers } from '../insider/room-frames.ts';
import type { Raid } from '../insider/raid.ts';
import type { Scene } from '../orders.ts';

const FIELDS = {
  finding: ['condition', 'cause', 'effect'],
  action_plan: ['description'],
  step: ['objective', 'evidence', 'conclusion'],
  control_test: ['objective', 'conclusion'],
} as const;

/** Sends texts in another user's name, inside intents to which the server itself adds texts. */
export async function forgeTexts(raid: Raid): Promise<void> {
  const { scene } = raid;
  for (const place of [scene.closed, scene.reviewed]) {
    const client = await raid.enter('audit', place.audit);
    if (!client) continue;
    await client.synced().catch(() => undefined);
    for (const item of place.items.slice(0, raid.size(6, 30))) {
      if (raid.isOver || client.closeCode !== null) break;
      const session = randomUUID();
      const intents = forgeries(raid, item);
      for (const [seq, intent] of intents.entries())
        sendFrame(client, {
          t: 'intent',
          session,
          seq,
          base: raid.chance.pick([client.version, NOT_A_VERSION]),
          intent,
        });
      await takeAnswers(raid, client, session, intents.length);
      await raid.ask({ path: `/proyecto/riesgo/auditoria/${place.audit}/tree/${item.id}/textos/` });
    }
  }
}

function forgeries({ chance, scene }: Raid, { id, type }: Scene['closed']['items'][number]): unknown[] {
  const fields = Object.hasOwn(FIELDS, type) ? FIELDS[type as keyof typeof FIELDS] : FIELDS.step;
  const texts = fields.map((field) => forgedText(chance, scene.leader.userId, field));
  const statuses = itemStatus.options;
  const status = (from: string) => ({ kind: 'change_status', id, from, to: chance.pick(statuses), texts });
  return [
    ...statuses.map(status),
    { ...status('reviewed'), takeBack: true },
    ...['completed', 'reviewed'].map((mark) => ({
      kind: 'sign_item',
      id,
      mark,
      textsAt: NOT_A_VERSION,
      texts,
    })),
    { kind: 'withdraw_signature', id, mark: 'completed', texts },
    { kind: 'revise_texts', id, revisions: texts },
    {
      kind: 'batch',
      parts: [{ schema: 1, intent: { kind: 'sign_item', id, mark: 'completed', textsAt: null, texts } }],
    },
  ];
}
