import type { Cluster } from '../../faults/cluster/cluster.ts';
import { sleep } from '../../faults/cluster/processes.ts';
import { Random } from '../../faults/plan/random.ts';
import type { Outcome } from '../orders.ts';

const HOUR = 3_600_000;
/** Milliseconds; long enough for every loop of a node to have read the time. */
const AHEAD_MS = 1_500;

/** Sets one node's clock hours ahead or behind, and back. */
export async function jumpClock(
  cluster: Cluster,
  { number, seed }: { readonly number: number; readonly seed: number },
): Promise<Outcome> {
  const random = new Random('clock', seed);
  const node = random.pick(cluster.nodes);
  node.setClock(random.pick([5, -5, 24, -24]) * HOUR);
  await sleep(AHEAD_MS);
  node.setClock(0);
  return { number, answers: { jumps: 1 }, found: [] };
}
