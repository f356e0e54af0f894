import type { ItemId } from '@cotejo/audits-contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { InspectedMemory } from '../measure/inspect-memory.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { openTexts, type TextPlace } from './text-rooms.ts';
import { sized } from '../measure/sized.ts';

/** Milliseconds for revisions to be cut and rooms to be left. */
const REST = sized(5_000, 200);
const ROUNDS = 3;
const MEGABYTE = 1_048_576;

export interface OpenMemory {
  /** Megabytes in use of the server with one of them open, each time. */
  readonly before: number[];
  /** What all the others take besides, each time that they were opened. */
  readonly taken: number[];
}

/** Rooms that the server says people are in. */
async function connectionsOf(url: string): Promise<number> {
  const metrics = await fetch(`${url}/metrics`).then((answer) => answer.text());
  return Number(/^cotejo_room_connections(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? NaN);
}

/**
 * What worksheets that are open, each with its texts, take of the server: what its collector leaves, with and
 * without them. What the system gave the process says nothing of it: that hardly ever shrinks.
 */
export async function measureMemory(
  run: BenchRun,
  place: TextPlace,
  person: SignedIn,
  items: readonly ItemId[],
  server: InspectedMemory,
): Promise<OpenMemory> {
  const [first, ...others] = items;
  // With one of them open the audit itself is in memory.
  const stays = first === undefined ? null : await openTexts(run, place, person, first);
  const rest = () => delay(REST, undefined, { signal: run.signal });
  const inUse = async () => {
    await rest();
    return (await server.inUse()) / MEGABYTE;
  };
  const memory: OpenMemory = { before: [], taken: [] };
  // The first time something is made that stays for all others: it is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    run.signal.throwIfAborted();
    const before = await inUse();
    const clients = [];
    for (const item of others) clients.push(await openTexts(run, place, person, item));
    const open = await inUse();
    const connections = await connectionsOf(place.url);
    if (connections < items.length) throw new Error(`only ${connections} of ${items.length} rooms are open`);
    for (const client of clients) client.cut();
    const after = await inUse();
    if (round === 0) continue;
    memory.before.push(before);
    // What comes and goes by itself in the meantime is no part of it.
    memory.taken.push(open - (before + after) / 2);
  }
  stays?.cut();
  return memory;
}
