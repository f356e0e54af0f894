import { randomUUID } from 'node:crypto';
import { createKurrentEventStore } from '@cotejo/event-store/kurrent';
import { makeEvent } from '../events/make-event.ts';
import { openDatabase } from '../events/open-database.ts';
import { atRate } from '../measure/at-rate.ts';
import { sized } from '../measure/sized.ts';
import { summarise, type Summary } from '../measure/statistics.ts';
import type { BenchRun } from '../run-bench.ts';
import { openKurrent } from './open-kurrent.ts';

const AUDITS = sized(50, 4);
export const SUSTAINED = sized({ perSecond: 1_000, seconds: 60 }, { perSecond: 40, seconds: 1 });

export interface Sustained {
  readonly times: Summary;
  /** Appends answered per second until the last answer. */
  readonly perSecond: number;
}

/** Appends with a command each, at a constant rate, to the streams of several audits in turn. */
export async function measureSustained(run: BenchRun): Promise<Sustained> {
  const server = await openKurrent(run);
  const { appUrl } = await openDatabase(run);
  const store = createKurrentEventStore({
    ...{ ...server, connectionString: appUrl, timeouts: { appendMs: 60_000 } },
  });
  run.atEnd(() => store.close());
  const streams = Array.from({ length: AUDITS }, () => `audit-${randomUUID()}`);
  const append = async (stream: string): Promise<void> => {
    const commands = [{ id: randomUUID(), intentHash: 'h' }];
    await store.append({ stream, expected: 'any', events: [makeEvent(0)], commands });
  };
  for (const stream of streams) await append(stream);
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now();
  await atRate({ ...SUSTAINED, signal: run.signal }, (n) => {
    const asked = performance.now();
    const stream = streams[n % streams.length] ?? '';
    answers.push(append(stream).then(() => void times.push(performance.now() - asked)));
  });
  await Promise.all(answers);
  return { times: summarise(times), perSecond: (times.length * 1_000) / (performance.now() - began) };
}
