import { Edits } from '../crowd/choose-edit.ts';
import { crowdOf } from '../crowd/crowd.ts';
import { RoomCrowd } from '../crowd/room-crowd.ts';
import { startSinks } from '../crowd/sinks.ts';
import { seededRandom } from '../measure/pace.ts';
import { sized } from '../measure/sized.ts';
import { summarise, type Summary } from '../measure/statistics.ts';
import { runProduct } from '../product/run-product.ts';
import { signIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { makeLargeAudit } from '../tree/large-audit.ts';
import { openKurrent } from './open-kurrent.ts';

const CROWD = sized({ clients: 200, perSecond: 100, seconds: 24 }, { clients: 6, perSecond: 10, seconds: 1 });
const ITEMS = sized(500, 60);
/** Seconds of each turn, and of the warm-up before the first one. */
const TURN = sized(4, 1);
const WARM_UP = sized(4, 1);

export interface Seen {
  readonly acknowledged: Summary;
  readonly seen: Summary;
}

/** The same crowd in one audit of two products, one with its log in Postgres and one in KurrentDB, in turns. */
export async function measureSeen(
  run: BenchRun,
): Promise<{ readonly postgres: Seen; readonly kurrent: Seen }> {
  const server = await openKurrent(run);
  const sinks = startSinks(run);
  const postgres = await openRoom(run, sinks, 'postgres', {});
  const kurrent = await openRoom(run, sinks, 'kurrent', {
    KURRENTDB_URL: server.url,
    KURRENTDB_NAMESPACE: server.namespace,
  });
  const rooms = [postgres, kurrent];
  const { perSecond } = CROWD;
  for (const { crowd, next } of rooms) {
    await crowd.measure({ perSecond, seconds: WARM_UP, signal: run.signal }, next);
    crowd.forget();
  }
  for (let left = CROWD.seconds; left > 0; left -= TURN)
    for (const { crowd, next } of rooms)
      await crowd.measure({ perSecond, seconds: Math.min(TURN, left), signal: run.signal }, next);
  const figuresOf = ({ crowd }: typeof postgres): Seen => ({
    acknowledged: summarise(crowd.acknowledged),
    seen: summarise(crowd.times.seen),
  });
  return { postgres: figuresOf(postgres), kurrent: figuresOf(kurrent) };
}

async function openRoom(
  run: BenchRun,
  sinks: ReturnType<typeof startSinks>,
  group: string,
  env: Readonly<Record<string, string>>,
) {
  const { url, pid } = await runProduct(run, env);
  const people = await Promise.all([signIn(url, 'claudia.restrepo'), signIn(url, 'andres.murcia')]);
  const [manager, leader] = people;
  const { audit, session } = await makeLargeAudit(run, {
    ...{ url, manager, leader, name: `Auditoría en ${group}`, items: ITEMS },
  });
  await session.close();
  const size = crowdOf(CROWD.clients);
  const crowd = await RoomCrowd.open(run, { url, pid, audit, people, group }, sinks, size.measuring);
  await crowd.addSinks(size.sinks);
  const edits = new Edits(crowd.records(), seededRandom(20_260_301));
  let number = 0;
  return { crowd, next: () => edits.next(number++) };
}
