import { randomUUID } from 'node:crypto';
import { itemId, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { z } from 'zod';
import { createAudit } from '../../bench/product/audit-clients.ts';
import type { SignedIn } from '../../bench/product/sign-in.ts';

const AUDITS = '/proyecto/riesgo/auditoria/';
const PATIENCE_MS = 60_000;

/** The needed fields of an item in the tree's answer. */
interface TreeItem {
  readonly id: string;
  readonly item_tipo: string;
  readonly status: string | null;
  readonly items: readonly TreeItem[];
}

const treeItem: z.ZodType<TreeItem> = z.object({
  id: z.string(),
  item_tipo: z.string(),
  status: z.string().nullable(),
  get items() {
    return z.array(treeItem);
  },
});

export interface Place {
  readonly audit: AuditDetail;
  readonly steps: readonly ItemId[];
}

/** Creates an audit with `steps` steps in its first phase. */
export async function makeAudit(
  url: string,
  manager: SignedIn,
  leader: SignedIn,
  {
    name,
    steps,
    team = [],
  }: { readonly name: string; readonly steps: number; readonly team?: readonly SignedIn[] },
): Promise<Place> {
  const audit = await createAudit(manager, { name, leader, team });
  const [phase] = await itemsOf(leader, audit.id);
  if (!phase) throw new Error('a new audit has no phase');
  const ids = Array.from({ length: steps }, () => itemId.parse(randomUUID()));
  const ticket = encodeURIComponent(await leader.getTicket());
  const address = `${url.replace('http', 'ws')}${ROOM_PATH}/audit/${audit.id}?ticket=${ticket}`;
  const client = await new RawClient({ url: address }).synced();
  const parts = ids.map((id, index) => ({
    schema: 2,
    intent: { kind: 'create_item', id, type: 'step', parent: phase.id, name: `${name} ${index + 1}` },
  }));
  client.intent(randomUUID(), 0, { kind: 'batch', parts });
  await client.until(() => client.answers.length > 0, 'the steps', PATIENCE_MS);
  const outcome = client.answers[0]?.outcome;
  await client.close();
  if (outcome?.ok !== true) throw new Error(`no steps: ${JSON.stringify(outcome)}`);
  return { audit, steps: ids };
}

/** All items of an audit's tree, parents before their children. */
export async function itemsOf({ api }: SignedIn, audit: string): Promise<TreeItem[]> {
  const flat = (items: readonly TreeItem[]): TreeItem[] =>
    items.flatMap((item) => [item, ...flat(item.items)]);
  return flat(await api.get(`${AUDITS}${audit}/tree/`, { schema: z.array(treeItem) }));
}
