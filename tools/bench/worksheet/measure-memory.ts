import type { ItemId } from '@cotejo/audits-contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { InspectedMemory } from '../measure/inspect-memory.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { openTexts, type TextPlace } from './text-rooms.ts';
import { sized } from '../measure/sized.ts';

/** Milliseconds until revisions are cut and rooms are closed. */
const REST = sized(5_000, 200);
const ROUNDS = 3;
const MEGABYTE = 1_048_576;

export interface OpenMemory {
  /** Megabytes in use by the server with one worksheet open, per round. */
  readonly before: number[];
  /** Additional megabytes for all the others, per round. */
  readonly taken: number[];
}

/** Number of room connections reported by the server. */
async function connectionsOf(url: string): Promise<number> {
  const metrics = await fetch(`${url}/metrics`).then((answer) => answer.text());
  return Number(/^cotejo_room_connections(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? NaN);
}

/**
 * Memory of the server per open worksheet with its texts: heap after garbage collection, with and without them.
 * Resident memory would not show it, since it hardly ever shrinks. The people share the worksheets, since the number of
 * connections of each is limited.
 */
export async function measureMemory(
  run: BenchRun,
  place: TextPlace,
  people: readonly [SignedIn, ...SignedIn[]],
  items: readonly ItemId[],
  server: InspectedMemory,
): Promise<OpenMemory> {
  const [first, ...others] = items;
  // One open worksheet keeps the audit itself in memory.
  const stays = first === undefined ? null : await openTexts(run, place, people[0], first);
  const rest = () => delay(REST, undefined, { signal: run.signal });
  const inUse = async () => {
    await rest();
    return (await server.inUse()) / MEGABYTE;
  };
  const memory: OpenMemory = { before: [], taken: [] };
  // The first round also allocates memory shared by all later ones, so it is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    run.signal.throwIfAborted();
    const before = await inUse();
    const clients = [];
    for (const [index, item] of others.entries()) {
      const person = people[index % people.length] ?? people[0];
      clients.push(await openTexts(run, place, person, item));
    }
    const open = await inUse();
    const connections = await connectionsOf(place.url);
    if (connections < items.length) throw new Error(`only ${connections} of ${items.length} rooms are open`);
    for (const client of clients) client.cut();
    const after = await inUse();
    if (round === 0) continue;
    memory.before.push(before);
    // The mean of before and after cancels out unrelated changes.
    memory.taken.push(open - (before + after) / 2);
  }
  stays?.cut();
  return memory;
}
