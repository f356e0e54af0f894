import type { ItemId } from '@cotejo/audits-contracts';
import type { RoomCrowd } from '../crowd/room-crowd.ts';
import { atRate } from '../measure/at-rate.ts';
import { usageWhile, type Usage } from '../measure/process-usage.ts';
import type { BenchRun } from '../run-bench.ts';

/** Seconds between two moves of a user. */
const EVERY = 2;

/** Usage of the server while all users in the room move, and while none does. */
export async function measurePresence(
  run: BenchRun,
  { room, pid, items, seconds }: { room: RoomCrowd; pid: number; items: readonly ItemId[]; seconds: number },
): Promise<{ readonly moving: Usage; readonly still: Usage }> {
  const perSecond = room.size / EVERY;
  const everybody = (duration: number) =>
    atRate({ perSecond, seconds: duration, signal: run.signal }, (number) => {
      const item = items[(number * 31) % items.length];
      if (item !== undefined) void room.move(number % room.size, item, number + 1);
    });
  await everybody(EVERY);
  const moving = await usageWhile(pid, () => everybody(seconds));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const still = await usageWhile(pid, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  return { moving, still };
}
