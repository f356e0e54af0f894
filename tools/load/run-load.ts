import { z } from 'zod';
import { crowdOf } from '../bench/crowd/crowd.ts';
import { measureCrowds } from '../bench/crowd/measure-crowds.ts';
import { RoomCrowd } from '../bench/crowd/room-crowd.ts';
import { startSinks } from '../bench/crowd/sinks.ts';
import { seededRandom } from '../bench/measure/pace.ts';
import { runProduct } from '../bench/product/run-product.ts';
import { signIn } from '../bench/product/sign-in.ts';
import type { BenchResult } from '../bench/report/bench-report.ts';
import { crowdFigures, crowdSeries } from '../bench/report/crowd-report.ts';
import { fill, words } from '../bench/report/words.ts';
import { runBench, type BenchRun } from '../bench/run-bench.ts';
import { makeLargeAudit } from '../bench/tree/large-audit.ts';

const asked = z
  .object({ clients: z.number(), rate: z.number(), seconds: z.number(), items: z.number() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

/** Puts a crowd of the requested size into one audit, and measures it beside the floors. */
async function load(run: BenchRun): Promise<BenchResult> {
  const { clients, rate: perSecond, seconds, items } = asked;
  const { url, pid } = await runProduct(run);
  const [manager, leader] = await Promise.all([
    signIn(url, 'claudia.restrepo'),
    signIn(url, 'andres.murcia'),
  ]);
  const name = 'Prueba de carga';
  const { audit, session } = await makeLargeAudit(run, { url, manager, leader, name, items });
  await session.close();

  const size = crowdOf(clients);
  const sinks = startSinks(run);
  const room = { url, pid, audit, people: [manager, leader] };
  const crowd = await RoomCrowd.open(run, room, sinks, size.measuring);
  await crowd.addSinks(size.sinks);
  const random = seededRandom(20_260_301);
  const compared = await measureCrowds(run, crowd, sinks, { size, perSecond, seconds, random });
  const { notes, bars } = words.crowd;
  const ratio = (part: 'p50' | 'p95') => compared.room.seen[part] / compared.relay.seen[part];
  return {
    bench: 'load',
    notes: [fill(notes.crowd, { items, clients, ...size, rate: perSecond, seconds })],
    series: crowdSeries(compared),
    counts: crowdFigures(compared),
    bars: [
      { name: 'seen_ratio_p50', label: bars.ratioP50, value: ratio('p50'), bar: 2 },
      { name: 'seen_ratio_p95', label: bars.ratioP95, value: ratio('p95'), bar: 2 },
    ],
  };
}

await runBench(load);
